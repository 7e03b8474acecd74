import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../core/canonical.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { answeredBy } from '../../core/model-config.js';
import type { FrozenRun } from '../../core/run.js';
import { hostOf } from '../../families/of-run.js';
import { describeComparison, matchesManifest } from '../../outputs/compare-files.js';
import { outputExists } from '../../outputs/export-folder.js';
import { getRun, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { isWholeExport, jsonOf } from './whole-export.js';
import { ownPart } from '../../core/own-part.js';

/** @throws OUTPUT_EXISTS if the path exists and is not an empty folder */
export async function assertUnoccupied(out: string): Promise<void> {
  if (!existsSync(out)) return;
  const names = await readdir(out).catch(() => undefined);
  if (names?.length !== 0) throw outputExists(out);
}

/**
 * Whether `out` holds this run's complete export.
 * @param compare whether to compare its files with the manifest, if an earlier command wrote it
 * @throws OUTPUT_EXISTS if it holds something else; EXPORT_DIFFERS if files were changed since
 */
export async function holdsExport(store: Store, run: Run, out: string, compare: boolean): Promise<boolean> {
  const text = await readFile(join(out, 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) {
    await assertUnoccupied(out);
    return false;
  }
  const { frozen, counts } = await getRun(store, run.runId);
  const manifest = jsonOf(text) as Record<string, unknown> | undefined;
  const same = Object.entries({ ...namedInManifest(frozen), counts }).every(
    ([key, value]) => canonicalJson(ownPart(manifest, key) ?? null) === canonicalJson(value),
  );
  if (!same) throw outputExists(out);
  if (compare) await assertUnchanged(run, out);
  return isWholeExport(out);
}

/** Missing files are written again; changed ones belong to the user and are not overwritten. */
async function assertUnchanged(run: Run, out: string): Promise<void> {
  const found = { ...(await (await hostOf(run)).output.verify(out)), missing: [] };
  if (matchesManifest(found)) return;
  throw new BenchwrightError('EXPORT_DIFFERS', {
    expected: 'the files that the run wrote, or an empty folder',
    found: describeComparison(found).join('; '),
    where: out,
    next: `Move what is there away and run \`benchwright export ${run.name}\`, or write it elsewhere with --out.`,
  });
}

/** The inputs of a run as its manifest records them. */
function namedInManifest({ format: _format, ...inputs }: FrozenRun): object {
  return 'models' in inputs && inputs.models ? { ...inputs, models: answeredBy(inputs.models) } : inputs;
}
