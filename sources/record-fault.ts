/** Why a record cannot be read. The record is quarantined with this reason; the run continues. */
export class RecordFault extends Error {
  /**
   * @param reason short and constant per kind of fault, since faults are counted by it
   * @param detail the field and what was found
   * @param recordId the record's own id, if readable
   */
  constructor(
    readonly reason: string,
    readonly detail: string,
    readonly recordId?: string,
  ) {
    super(`${reason}: ${detail}`);
  }
}
