import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The last of the files, which are small ones, are those that compute. */
const LAST = 0.4;

/**
 * Files that wait for leases and dead workers are spread among files that compute, and none of them is among the last: they
 * would leave the machine idle side by side.
 */
export class WaitingFilesBetween extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification): boolean =>
      /\/tests\/durability\/|processes\.test\.ts$/.test(moduleId);
    const isLast = ({ project }: TestSpecification): boolean => project.name === 'process';
    const last = sorted.filter(isLast);
    const spread = (group: TestSpecification[], over: number) =>
      group.map((file, at) => ({ file, place: (at / group.length) * over }));
    const waiting = spread(last.filter(waits), 1 - LAST);
    const computing = spread(
      last.filter((file) => !waits(file)),
      1,
    );
    const mixed = [...waiting, ...computing].sort((one, other) => one.place - other.place);
    return [...sorted.filter((file) => !isLast(file)), ...mixed.map(({ file }) => file)];
  }
}
