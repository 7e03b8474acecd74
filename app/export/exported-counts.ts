import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { correctManifestSchema } from '../../core/correct/manifest.js';
import { mtuBenchManifestSchema } from '../../core/mtu-bench/manifest.js';
import { tEvalManifestSchema } from '../../core/t-eval/manifest.js';
import { isOfFamily, type Run } from '../../store/runs.js';

/** A run with the counts of one of its exports, which later decisions may have changed. */
export async function withCountsOf(run: Run, out: string): Promise<Run> {
  const text = await readFile(join(out, 'manifest.json'), 'utf8');
  const manifest: unknown = JSON.parse(text);
  if (isOfFamily(run, 'mtu-bench')) return { ...run, counts: mtuBenchManifestSchema.parse(manifest).counts };
  if (isOfFamily(run, 't-eval')) return { ...run, counts: tEvalManifestSchema.parse(manifest).counts };
  if (isOfFamily(run, 'correct')) return { ...run, counts: correctManifestSchema.parse(manifest).counts };
  return run;
}
