import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that wait for leases and dead workers alternate with files that compute, and none of them is among the last: they
 * would leave the machine idle side by side.
 */
export class WaitingFilesBetween extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification): boolean =>
      /\/tests\/durability\/|processes\.test\.ts$/.test(moduleId);
    const isLast = ({ project }: TestSpecification): boolean => project.name === 'process';
    const last = sorted.filter(isLast);
    const waiting = last.filter(waits);
    const computing = last.filter((file) => !waits(file));
    const alternating = Array.from({ length: Math.max(waiting.length, computing.length) }, (_, at) => [
      ...waiting.slice(at, at + 1),
      ...computing.slice(at, at + 1),
    ]);
    return [...sorted.filter((file) => !isLast(file)), ...alternating.flat()];
  }
}
