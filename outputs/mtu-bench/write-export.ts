import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayInWords } from '../../core/calendar.js';
import { canonicalJson } from '../../core/canonical.js';
import {
  CELLS,
  SETTINGS,
  SPLITS,
  splitOf,
  type Cell,
  type Item,
  type Setting,
  type Split,
} from '../../core/item.js';
import { EXPORT_FORMAT, type Manifest, type ManifestFile } from '../../core/manifest.js';
import type { CorpusCounts, FrozenRun, RunCounts, SplitCounts } from '../../core/run.js';
import type { Statistics } from '../../core/statistics.js';
import type { ToolMapping } from '../../core/tool-mapping.js';
import { MTU_BENCH_PROMPTS, renderPrompt, type Prompt } from '../../prompts/prompt.js';
import { ToolOffer } from '../../transforms/offering/offered-tools.js';
import { ItemStatistics } from '../../transforms/statistics/item-statistics.js';
import type { Catalogue } from '../../transforms/tools/catalogue.js';
import { HashedFile } from '../hashed-file.js';
import { licenceOf } from '../licence.js';
import { EvaluationFile, type AppendedItem } from './evaluation-file.js';

/** An item as it comes to the exporter. */
export interface ExportItem {
  readonly itemId: string;
  readonly itemVersion: string;
  /** Reason for which it is in no evaluation or training file. */
  readonly notEvaluated: string | undefined;
  /** The item as JSON text, written into the full structure as it is. */
  readonly body: string;
}

/** Everything an export is a pure function of (DESIGN.md, idea 5), the long lists as streams. */
export interface ExportInput {
  readonly frozen: FrozenRun;
  readonly prompts: Readonly<Record<Setting, Prompt>>;
  /** Tools since clustering. */
  readonly catalogue: Catalogue;
  readonly mapping: ToolMapping;
  /** The file in which a person decided on clusters, if there was one. */
  readonly decisions: string | undefined;
  readonly split: SplitCounts;
  /** Tools of held-out topics: offered in OOD only. */
  readonly heldOutTools: readonly string[];
  /** Items of a split ('none': of none), in item id order; of all settings without one. */
  items(split: Split | 'none', setting?: Setting): AsyncIterable<ExportItem>;
  /** Items beyond their cell's quota, in the order in which they would follow. */
  reserve(): AsyncIterable<object>;
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

/** The prompt ids of the evaluation files, for the caller to fetch. */
export const EXPORT_PROMPTS: Readonly<Record<Setting, string>> = MTU_BENCH_PROMPTS;

/**
 * Writes the deterministic part of an export, `data/` and `manifest.json`, into an empty folder: evaluation and
 * training files, `items.jsonl` (full structure), `tools.jsonl`, `tool-members.jsonl`, `tool-mapping.json`,
 * `statistics.json`, `lineage.jsonl`, `LICENCE.md`.
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
  const writer = new FolderWriter(folder, watcher);
  const { statistics, ...counted } = await writeItems(writer, input, watcher);
  await writer.lines('data/tools.jsonl', Object.values(input.catalogue.tools));
  await writer.lines('data/tool-members.jsonl', memberLines(input.catalogue));
  await writer.text('data/tool-mapping.json', `${JSON.stringify(input.mapping, null, 2)}\n`);
  await writer.text('data/statistics.json', `${JSON.stringify(statistics, null, 2)}\n`);
  if (input.decisions !== undefined) await writer.text('data/clusters.yaml', input.decisions);
  if (Object.keys(input.frozen.settings.split.quotas).length > 0)
    await writer.lines('data/reserve.jsonl', input.reserve());
  await writer.lines('data/lineage.jsonl', input.lineage());
  const licence = licenceOf(input.frozen.sources);
  await writer.text('data/LICENCE.md', `# Licence: ${licence.spdx}\n\n${licence.notice}\n`);

  const { frozen, mapping } = input;
  const { inputs, ...counts } = counted;
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
    inputs,
    counts: {
      ...input.outcomes,
      ...counts,
      clusters: {
        before: mapping.before,
        after: mapping.after,
        ratio: mapping.ratio,
        sizes: mapping.sizes,
      },
      split: input.split,
      corpus: input.corpus,
    },
    files: writer.files.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
  await writeFile(join(folder, 'manifest.json'), manifestText(manifest), { flush: true });
  return manifest;
}

/** Clustered tools as the items that call them show them (see `calledDocuments`): a line a member. */
const memberLines = ({ members = {} }: Catalogue): object[] =>
  Object.entries(members).map(([member, document]) => ({ member, document }));

/** The manifest's bytes: canonical order of keys, indented for people. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;

/** Writes files into an export's folder and keeps their entries for the manifest. */
class FolderWriter {
  readonly files: ManifestFile[] = [];

  constructor(
    private readonly folder: string,
    private readonly watcher: ExportWatcher,
  ) {}

  async file<T>(path: string, write: (file: HashedFile) => Promise<T>): Promise<T> {
    const file = await HashedFile.create(path, join(this.folder, path));
    try {
      const result = await write(file);
      this.files.push(await file.finish());
      await this.watcher.file(path);
      return result;
    } catch (error) {
      await file.abandon();
      throw error;
    }
  }

  text(path: string, text: string): Promise<void> {
    return this.file(path, (file) => file.write(Buffer.from(text)));
  }

  lines(path: string, values: Iterable<object> | AsyncIterable<object>): Promise<void> {
    return this.file(path, async (file) => {
      for await (const value of values) await file.writeLine(JSON.stringify(value));
    });
  }
}

/** The evaluation and training files of the splits that are asked for, and the full structure of all their items. */
async function writeItems(
  writer: FolderWriter,
  input: ExportInput,
  watcher: ExportWatcher,
): Promise<
  Pick<RunCounts, 'calls' | 'tools' | 'items' | 'records' | 'train'> &
    Pick<Manifest, 'inputs'> & { statistics: Statistics }
> {
  const { settings, seed } = input.frozen;
  const today = dayInWords(settings.referenceDay);
  const instructions = Object.fromEntries(
    SETTINGS.map((setting) => [setting, renderPrompt(input.prompts[setting], { today })]),
  ) as Record<Setting, string>;
  const out = new Set(input.heldOutTools);
  const { catalogue } = input;
  const known = Object.fromEntries(Object.entries(catalogue.tools).filter(([id]) => !out.has(id)));
  const offers = {
    inDomain: new ToolOffer(known, seed, settings.distractors, catalogue.members),
    all: new ToolOffer(catalogue.tools, seed, settings.distractors, catalogue.members),
  };
  const items = zero(CELLS);
  const records = zero(CELLS);
  const train = { items: zero(SETTINGS), records: zero(SETTINGS) };
  const tools = new Set<string>();
  let calls = 0;
  let itemCount = 0;
  const versions = createHash('sha256');
  const statistics = new ItemStatistics();

  const writes = (split: Split): boolean => settings.split.write.includes(split);
  await writer.file('data/items.jsonl', async (structure) => {
    const keep = async (stored: ExportItem, line: string): Promise<void> => {
      versions.update(`${stored.itemId} ${stored.itemVersion}\n`);
      itemCount++;
      await structure.writeLine(line);
      watcher.item();
    };
    const section = (split: Split, cell: Cell, setting?: Setting): Promise<EvaluationFile> => {
      const name = `${cell}_${split === 'train' ? 'train' : 'eval'}.jsonl`;
      return writer.file(`data/${name}`, async (file) => {
        const offer = split === 'ood' ? offers.all : offers.inDomain;
        const training = split === 'train';
        const evaluation = new EvaluationFile({ cell, instructions, file, offer, catalogue, training });
        for await (const stored of input.items(split, setting)) {
          const item = JSON.parse(stored.body) as Item;
          const written = await evaluation.append(item);
          const line = placed(stored, split, written);
          const offset = structure.bytes;
          await keep(stored, line);
          const bytes = structure.bytes - offset - 1;
          statistics.add(item, { split, file: name, name: written.name, offset, bytes });
        }
        return evaluation;
      });
    };
    for (const cell of CELLS) {
      const split = splitOf(cell);
      if (!writes(split)) continue;
      const evaluation = await section(split, cell, cell === 'OOD' ? undefined : cell);
      items[cell] = evaluation.items;
      records[cell] = evaluation.records;
      calls += evaluation.calls;
      for (const tool of evaluation.tools) tools.add(tool);
    }
    for (const setting of SETTINGS) {
      if (!writes('train')) continue;
      const file = await section('train', setting, setting);
      train.items[setting] = file.items;
      train.records[setting] = file.records;
    }
    // A part of an export holds the items of its splits alone.
    if (settings.split.write.length < SPLITS.length) return;
    for await (const stored of input.items('none'))
      await keep(
        stored,
        `{"split":null,"evaluation":null,"notEvaluated":${JSON.stringify(stored.notEvaluated)},"item":${stored.body}}`,
      );
  });
  return {
    calls,
    tools: tools.size,
    items,
    records,
    train,
    statistics: statistics.result(Object.keys(catalogue.tools)),
    inputs: { items: itemCount, sha256: versions.digest('hex') },
  };
}

/** A line of `items.jsonl`: the item's split, its name in the file, what it offers there, and the item. */
function placed(stored: ExportItem, split: Split, { name, offered }: AppendedItem): string {
  const offers = offered.map((tool) => ({ name: tool.name, tool: tool.document.id }));
  return `{"split":"${split}","evaluation":${JSON.stringify(name)},"offered":${JSON.stringify(offers)},"item":${stored.body}}`;
}

const zero = <T extends string>(keys: readonly T[]): Record<T, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<T, number>;
