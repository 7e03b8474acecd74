import { resolve } from 'node:path';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { EXIT } from '../../../core/errors/catalogue.js';
import { diffMtuBench } from '../../../outputs/mtu-bench/diff-exports.js';
import { familyOf } from '../../../outputs/read-manifest.js';
import { diffTEval } from '../../../outputs/t-eval/diff-paths.js';
import type { GlobalOptions } from '../../../app/context.js';
import { diffLines } from '../../text/diff.js';
import { tEvalDiffLines } from '../../text/paths-diff.js';
import { Terminal } from '../../text/terminal.js';

/**
 * `diff DIR1 DIR2`: two exports of one family compared, MTU-Bench's in dialogues, calls and tools, T-Eval's in queries,
 * paths and records; needs no store and no engine.
 */
export async function diffCommand(before: string, after: string, options: GlobalOptions): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const [was, is] = [resolve(before), resolve(after)];
  const tell = <T extends { readonly same: boolean }>(diff: T, lines: (diff: T) => string[]): number => {
    const shown = diff.same ? [`${before} and ${after} hold the same`] : lines(diff);
    terminal.result({ before, after, ...diff }, shown);
    return EXIT.ok;
  };
  const families = [await familyOf(was), await familyOf(is)];
  assertOneFamily([before, after], families);
  return families[0] === 't-eval'
    ? tell(await diffTEval(was, is), tEvalDiffLines)
    : tell(await diffMtuBench(was, is), diffLines);
}

/** Whose rules apply. OpenAI's strict mode has no optional properties, Anthropic's has. */
function assertOneFamily(
  [before, after]: readonly [string, string],
  [was, is]: readonly (string | undefined)[],
): void {
  if (was === undefined || is === undefined || was === is) return;
  throw new BenchwrightError('USAGE', {
    expected: 'two exports of one family: items of different families have nothing to be compared by',
    found: `${before} is of ${was}, ${after} of ${is}`,
    next: 'Give two folders that runs of the same family wrote.',
  });
}
