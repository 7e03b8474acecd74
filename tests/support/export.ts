import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SETTINGS, type Setting } from '../../core/item.js';
import type { Manifest } from '../../core/manifest.js';
import { writeMtuBenchExport } from '../../outputs/mtu-bench/write-export.js';
import { MTU_BENCH_PROMPTS, readPrompt, type Prompt } from '../../prompts/prompt.js';
import { countOutcomes, streamItems, streamLineage } from '../../store/outcomes.js';
import type { Run } from '../../store/runs.js';
import { openStore, type Store } from '../../store/store.js';
import { countsOf, type ConvertedCorpus } from './corpus.js';
import { freshFolder } from './files.js';

/** A store in a fresh folder, closed after the test. */
export async function freshStore(now?: () => number): Promise<Store> {
  const store = await openStore(join(freshFolder(), 'store.db'), now);
  onTestFinished(() => store.close());
  return store;
}

const prompts = Object.fromEntries(
  SETTINGS.map((setting) => [setting, readPrompt(MTU_BENCH_PROMPTS[setting])]),
) as Record<Setting, Prompt>;

/** Writes the deterministic part of an export of a corpus out of a store. */
export async function writeExport(
  corpus: ConvertedCorpus,
  { store, run }: { store: Store; run: Run },
  folder: string,
): Promise<Manifest> {
  mkdirSync(folder, { recursive: true });
  const splits = [...new Set(corpus.run.shards.map((shard) => shard.split))];
  return writeMtuBenchExport(
    folder,
    {
      frozen: run.frozen,
      prompts,
      catalogue: corpus.catalogue,
      items: (setting) => streamItems(store, run.runId, setting),
      lineage: () => streamLineage(store, run.runId),
      outcomes: { ...(await countOutcomes(store, run.runId)), flagged: {} },
      corpus: Object.fromEntries(splits.map((split) => [`sgd/${split}`, countsOf(corpus, split)])),
    },
    { item: () => undefined, file: async () => undefined },
  );
}
