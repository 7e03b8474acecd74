import { resolve } from 'node:path';
import { EXIT } from '../../../core/errors/catalogue.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import type { GlobalOptions } from '../../../app/context.js';
import { familyHost, familySpecs } from '../../../families/index.js';
import { hostOfExport, lacks } from '../../../families/of-run.js';
import type { FamilyHost } from '../../../families/family.js';
import type { Scorer } from '../../../families/parts/exports.js';
import { describeComparison, matchesManifest } from '../../../outputs/compare-files.js';
import { familyOf } from '../../../outputs/read-manifest.js';
import { openContext } from '../../open-context.js';
import { Terminal } from '../../text/terminal.js';

/**
 * `score DIR`: scores the gold by the measures of the export's family, which shows what they cannot see; with
 * `--responses PATH`, scores a model's responses. Published files without a manifest are scored by the family that
 * reads them.
 */
export async function scoreCommand(
  folder: string,
  options: GlobalOptions & {
    readonly responses?: string;
    readonly embedder?: string;
    /** Folder for the judgements of the role `judge`. */
    readonly judge?: string;
    /** Whether an export is scored that is not as it was written. */
    readonly unverified?: boolean;
  },
): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const at = resolve(folder);
  const { family, scorer } = await scorerOf(at, options.unverified === true);
  if (options.judge !== undefined) assertJudges(family, scorer, options.responses);
  const { object, lines } = await scorer.score({
    folder: at,
    responses: options.responses === undefined ? undefined : resolve(options.responses),
    embedder: options.embedder,
    judge: options.judge === undefined ? undefined : resolve(options.judge),
    context: () => openContext(options),
  });
  terminal.result({ folder, ...object }, lines);
  return EXIT.ok;
}

/** Who scores, and for which family. */
interface FamilyScorer {
  readonly family: string;
  readonly scorer: Scorer;
}

/** @throws USAGE where nothing could be judged */
function assertJudges(family: string, { judges }: Scorer, responses: string | undefined): void {
  if (judges === true && responses !== undefined) return;
  throw new BenchwrightError('USAGE', {
    expected: judges === true ? '--judge FOLDER with --responses PATH' : 'no --judge',
    found: judges === true ? '--judge without --responses' : `${family} has no judge`,
    next: judges === true ? 'Name the predictions that are to be judged.' : 'Leave out --judge.',
  });
}

/** Figures of changed files are not the export's. @throws EXPORT_DIFFERS */
async function assertAsWritten({ output }: FamilyHost, folder: string): Promise<void> {
  const found = await output.verify(folder);
  if (matchesManifest(found)) return;
  throw new BenchwrightError('EXPORT_DIFFERS', {
    expected: 'an export as it was written',
    found: describeComparison(found).join('; '),
    where: folder,
    next: 'Write the export again, or add --unverified to score these files as they are.',
  });
}

/** Who scores a folder. @throws USAGE, NOT_AN_EXPORT, EXPORT_DIFFERS */
async function scorerOf(folder: string, unverified: boolean): Promise<FamilyScorer> {
  if ((await familyOf(folder)) !== undefined) {
    const host = await hostOfExport(folder);
    if (host.output.score !== undefined) {
      if (!unverified) await assertAsWritten(host, folder);
      return { family: host.spec.name, scorer: host.output.score };
    }
    throw await lacks(host, 'score', folder);
  }
  const able: string[] = [];
  for (const { name } of familySpecs()) {
    const { score } = (await familyHost(name)).output;
    if (score === undefined) continue;
    if (await score.reads(folder)) return { family: name, scorer: score };
    able.push(name);
  }
  throw new BenchwrightError('NOT_AN_EXPORT', {
    expected: `an export, or a folder with published files of: ${able.join(', ')}`,
    found: 'no such folder, or other files',
    where: folder,
    next: 'Give the folder that was named with --out.',
  });
}
