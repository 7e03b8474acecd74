/** Why one record cannot be read. The record is set aside with this reason; the run goes on. */
export class RecordFault extends Error {
  /**
   * @param reason short and the same for all faults of a kind: they are counted by it
   * @param detail which field, what was found
   * @param recordId the record's own id, where it could still be read
   */
  constructor(
    readonly reason: string,
    readonly detail: string,
    readonly recordId?: string,
  ) {
    super(`${reason}: ${detail}`);
  }
}
