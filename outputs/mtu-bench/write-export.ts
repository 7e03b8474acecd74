import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayInWords } from '../../core/calendar.js';
import { canonicalJson } from '../../core/canonical.js';
import { SETTINGS, type Item, type Setting } from '../../core/item.js';
import { EXPORT_FORMAT, type Manifest, type ManifestFile } from '../../core/manifest.js';
import type { CorpusCounts, FrozenRun, RunCounts } from '../../core/run.js';
import { MTU_BENCH_PROMPTS, renderPrompt, type Prompt } from '../../prompts/prompt.js';
import { ToolOffer } from '../../transforms/offering/offered-tools.js';
import type { Catalogue } from '../../transforms/tools/catalogue.js';
import { HashedFile } from '../hashed-file.js';
import { licenceOf } from '../licence.js';
import { EvaluationFile } from './evaluation-file.js';

/** An item as it comes to the exporter: in item id order within its setting. */
export interface ExportItem {
  readonly itemId: string;
  readonly itemVersion: string;
  /** Reason for which it stays out of the evaluation files. */
  readonly notEvaluated: string | undefined;
  /** The item as JSON text, written into the full structure as it is. */
  readonly body: string;
}

/** Everything an export is a pure function of (DESIGN.md, idea 5), the long lists as streams. */
export interface ExportInput {
  readonly frozen: FrozenRun;
  readonly prompts: Readonly<Record<Setting, Prompt>>;
  readonly catalogue: Catalogue;
  items(setting: Setting): AsyncIterable<ExportItem>;
  /** Lineage rows, ordered by source and record id. */
  lineage(): AsyncIterable<object>;
  /** What is known before the items are written. */
  readonly outcomes: Pick<
    RunCounts,
    'read' | 'converted' | 'setAside' | 'dropped' | 'notEvaluated' | 'flagged'
  >;
  readonly corpus: Readonly<Record<string, CorpusCounts>>;
}

/** Told of each step: for progress, heartbeats and the event log. */
export interface ExportWatcher {
  item(): void;
  file(path: string): Promise<void>;
}

/**
 * Writes the deterministic part of an export, `data/` and `manifest.json`, into an empty folder:
 * the evaluation files, `items.jsonl` (full structure), `tools.jsonl`, `lineage.jsonl`, `LICENCE.md`.
 *
 * @param folder an existing empty folder; on failure what is in it is of no use
 * @returns the manifest as written
 */
export async function writeMtuBenchExport(
  folder: string,
  input: ExportInput,
  watcher: ExportWatcher,
): Promise<Manifest> {
  await mkdir(join(folder, 'data'));
  const files: ManifestFile[] = [];
  const withFile = async <T>(path: string, write: (file: HashedFile) => Promise<T>): Promise<T> => {
    const file = await HashedFile.create(path, join(folder, path));
    try {
      const result = await write(file);
      files.push(await file.finish());
      await watcher.file(path);
      return result;
    } catch (error) {
      await file.abandon();
      throw error;
    }
  };

  const offer = new ToolOffer(input.catalogue.tools, input.frozen.seed, input.frozen.settings.distractors);
  const today = dayInWords(input.frozen.settings.referenceDay);
  const tools = new Set<string>();
  const counts: Pick<RunCounts, 'calls' | 'items' | 'records'> = {
    calls: 0,
    items: perSetting(),
    records: perSetting(),
  };
  const versions = createHash('sha256');
  let itemCount = 0;

  await withFile('data/items.jsonl', async (structure) => {
    for (const setting of SETTINGS) {
      const instructions = renderPrompt(input.prompts[setting], { today });
      await withFile(`data/${setting}_eval.jsonl`, async (file) => {
        const evaluation = new EvaluationFile(setting, instructions, file, offer, input.catalogue.tools);
        for await (const stored of input.items(setting)) {
          versions.update(`${stored.itemId} ${stored.itemVersion}\n`);
          itemCount++;
          await structure.writeLine(await placed(stored, evaluation));
          watcher.item();
        }
        counts.calls += evaluation.calls;
        counts.items[setting] = evaluation.items;
        counts.records[setting] = evaluation.records;
        for (const tool of evaluation.tools) tools.add(tool);
      });
    }
  });
  await withFile('data/tools.jsonl', async (file) => {
    for (const document of Object.values(input.catalogue.tools))
      await file.writeLine(JSON.stringify(document));
  });
  await withFile('data/lineage.jsonl', async (file) => {
    for await (const row of input.lineage()) await file.writeLine(JSON.stringify(row));
  });
  const licence = licenceOf(input.frozen.sources);
  await withFile('data/LICENCE.md', (file) =>
    file.write(Buffer.from(`# Licence: ${licence.spdx}\n\n${licence.notice}\n`)),
  );

  const { frozen } = input;
  const manifest: Manifest = {
    format: EXPORT_FORMAT,
    family: frozen.family,
    product: frozen.product,
    seed: frozen.seed,
    review: frozen.review,
    settings: frozen.settings,
    licence,
    sources: frozen.sources,
    prompts: frozen.prompts,
    inputs: { items: itemCount, sha256: versions.digest('hex') },
    counts: { ...input.outcomes, ...counts, tools: tools.size, corpus: input.corpus },
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
  await writeFile(join(folder, 'manifest.json'), manifestText(manifest), { flush: true });
  return manifest;
}

/** The manifest's bytes: canonical order of keys, indented for people. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;

/** The prompt ids of the evaluation files, for the caller to fetch. */
export const EXPORT_PROMPTS: Readonly<Record<Setting, string>> = MTU_BENCH_PROMPTS;

/** A line of `items.jsonl`: where the item stands in the evaluation files, what it offers there, and the item. */
async function placed(stored: ExportItem, evaluation: EvaluationFile): Promise<string> {
  if (stored.notEvaluated !== undefined) {
    return `{"evaluation":null,"notEvaluated":${JSON.stringify(stored.notEvaluated)},"item":${stored.body}}`;
  }
  const { name, offered } = await evaluation.append(JSON.parse(stored.body) as Item);
  const offers = offered.map((tool) => ({ name: tool.name, tool: tool.document.id }));
  return `{"evaluation":${JSON.stringify(name)},"offered":${JSON.stringify(offers)},"item":${stored.body}}`;
}

const perSetting = (): Record<Setting, number> => ({ 'S-S': 0, 'M-S': 0, 'M-M': 0 });
