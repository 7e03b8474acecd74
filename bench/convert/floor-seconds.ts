import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FLOOR = fileURLToPath(new URL('./floor.ts', import.meta.url));

/** Seconds of JSON.parse + JSON.stringify of these files, in a process of its own: what all else is measured against. */
export const floorSeconds = (shards: readonly string[]): number =>
  (
    JSON.parse(
      execFileSync(process.execPath, ['--import', 'tsx', FLOOR, ...shards], { encoding: 'utf8' }),
    ) as { seconds: number }
  ).seconds;
