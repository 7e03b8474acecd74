import { stagesOf } from '../../../core/family.js';
import { baseRun, guidelineFromRun } from '../../../app/regenerate/base-run.js';
import { decisionsOfExport } from '../../../app/regenerate/exported-decisions.js';
import { guidelineOf } from '../../../app/resolve/review-policy.js';
import { givenSources, PUBLISHED_NAMES } from '../../../app/sources/parse-sources.js';
import type { CorrectManifest } from '../../../core/correct/manifest.js';
import type { RecordItem } from '../../../core/correct/record.js';
import { isReviewed } from '../../../core/review/policy.js';
import { GUIDELINE } from '../../../store/documents.js';
import type { NewRun, Run } from '../../../store/runs.js';
import { readRecordLine, type KeptLine } from '../../../transforms/correct/read-line.js';
import type { RegenerateOptions, RegenerateRequest, Regeneration } from '../../parts/regenerating.js';
import { missingInput } from '../../recorded.js';
import { resolveCorrect } from '../resolve/resolve-run.js';
import { recordKind } from '../review.js';
import { correct } from '../spec.js';
import { decisionsOnRecords } from './decisions.js';
import { previewCorrections } from './preview.js';
import { ownPart } from '../../../core/own-part.js';

/** The options as a command reads them. */
interface Given extends RegenerateOptions {
  /** `NAME=PATH`. */
  readonly source: readonly string[];
}

/** Corrects published files again, such as a later version of them; decisions on unchanged records are reused. */
export async function regenerate({
  context,
  store,
  folder,
  name,
  out,
  ...asked
}: RegenerateRequest): Promise<Regeneration<'correct'>> {
  const manifest = asked.manifest as CorrectManifest;
  const { seed = manifest.seed, source } = asked.options as Given;
  const { review, settings } = manifest;
  const base = await baseRun(store, 'correct', manifest);
  const reviewed = isReviewed(review);
  const run = await resolveCorrect(
    context,
    { name, out, seed, source: sourcesOf(manifest, source, base) },
    {
      ...{ review, settings },
      guideline: reviewed
        ? ((await guidelineFromRun(store, folder, base)) ?? (await guidelineOf(context, recordKind)))
        : undefined,
    },
  );
  const guideline = run.documents.find(({ kind }) => kind === GUIDELINE.kind)?.text;
  const now = recordsOf(run);
  return {
    run,
    stages: stagesOf(correct, { settings, reviewed }),
    // The home finds decisions by file and line; those of the export follow records to other lines.
    decisions: () =>
      decisionsOfExport({ store, folder, guideline, base: undefined }, (from) =>
        decisionsOnRecords(from, now),
      ),
    created: () => Promise.resolve(),
    preview: () => previewCorrections(store, { folder, manifest, run, guideline, now }),
  };
}

/** Sources as given, else where the run that made the export found them. @throws REBUILD_INPUT_MISSING */
function sourcesOf(
  { sources }: CorrectManifest,
  source: readonly string[],
  base: Run<'correct'> | undefined,
): string[] {
  const given = givenSources(source, PUBLISHED_NAMES);
  for (const { name } of sources) {
    const path = given.get(name) ?? ownPart(base?.roots, name);
    if (path === undefined)
      throw missingInput(
        `the source "${name}"`,
        'no --source given, and no run in this home records its path',
        `Add --source ${name}=PATH.`,
      );
    given.set(name, path);
  }
  return [...given].map(([name, path]) => `${name}=${path}`);
}

/** The readable records of the published files, in order. */
const recordsOf = ({ workItems }: NewRun<'correct'>): RecordItem[] =>
  (workItems?.workItems ?? []).flatMap(({ input }) => {
    const read = readRecordLine(input as KeptLine);
    return read.kind === 'record' ? [read.item] : [];
  });
