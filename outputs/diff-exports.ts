import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sumOf } from '../core/counts.js';
import { digestOf } from '../core/digest.js';
import { byText } from '../core/ids.js';
import { CELLS, SETTINGS, SPLITS, type Cell, type Item, type Setting, type Split } from '../core/item.js';
import type { ToolDocument } from '../core/tool.js';
import { diffInputs, type InputDifference } from './diff-inputs.js';
import { readManifest } from './verify-export.js';

/** Where an item stands: an evaluation file (`M-S`, `OOD`), a training file (`M-S train`), or none. */
export type ItemPlace = Cell | `${Setting} train` | 'no file';

/** All places, in the order in which people look at them. */
export const ITEM_PLACES: readonly ItemPlace[] = [
  ...CELLS,
  ...SETTINGS.map((setting) => `${setting} train` as const),
  'no file',
];

/** An item that both exports have in different versions, and what differs in it. */
export interface ChangedItem {
  readonly itemId: string;
  readonly place: ItemPlace;
  /** Source and record id: `sgd dev/5_00012`. */
  readonly dialogue: string;
  /** Parts that differ: utterances, calls, observations, responses, thoughts, tool documents. */
  readonly parts: readonly string[];
}

/** Items of one place, compared; those that are gone are counted where they were. */
export interface PlaceDiff {
  /** The same version in the same place, offered with the same tools. */
  readonly kept: number;
  /** The same version in the same place, offered with other tools or in another order (another seed). */
  readonly offeredOtherwise: number;
  /** The same version, from another place. */
  readonly moved: number;
  readonly changed: number;
  readonly added: number;
  readonly gone: number;
}

/** Names of tools that one of two exports has alone, and of those that have another document. */
export interface ToolsDiff {
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly changed: readonly string[];
}

/** Two exports compared in the words of the domain; `before` is the first folder. */
export interface ExportDiff {
  /** What the two were made from differently: seed, settings, product, sources, prompts. */
  readonly inputs: readonly InputDifference[];
  readonly places: Readonly<Record<ItemPlace, PlaceDiff>>;
  /** Converted dialogues on each side. */
  readonly dialogues: Readonly<Record<Split, { readonly before: number; readonly after: number }>>;
  readonly calls: { readonly before: number; readonly after: number };
  readonly tools: ToolsDiff;
  /** The first changed items; the counts above are complete. */
  readonly changed: readonly ChangedItem[];
  readonly same: boolean;
}

/** An item as far as comparing needs it. */
export interface ComparedItem {
  readonly place: ItemPlace;
  readonly version: string;
  /** It is of the hard set, which is made with the export. */
  readonly hard?: true;
  /** Digest of what it is offered with; undefined where that is not known yet. */
  readonly offer?: string;
  readonly dialogue: string;
  /** Digest of each part, to say what changed. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Of what changed, so many are listed. */
export const CHANGED_SHOWN = 20;

/**
 * Compares two exports item by item through their stable ids (DESIGN.md, idea 4).
 * @throws NOT_AN_EXPORT
 */
export async function diffExports(before: string, after: string): Promise<ExportDiff> {
  const [was, is] = await Promise.all([readManifest(before), readManifest(after)]);
  const [old, now] = [await readComparedItems(before), await readComparedItems(after)];
  const { places, changed } = compareItems(old, now);
  const tools = diffTools(await readTools(before), await readTools(after));
  const inputs = diffInputs(was, is);
  const untouched = Object.values(places).every((place: PlaceDiff) => place.kept === sumOf(place));
  const [a, b] = [was.counts.split.dialogues, is.counts.split.dialogues];
  return {
    inputs,
    places,
    dialogues: Object.fromEntries(
      SPLITS.map((split) => [split, { before: a[split], after: b[split] }]),
    ) as ExportDiff['dialogues'],
    calls: { before: was.counts.calls, after: is.counts.calls },
    tools,
    changed: changed.slice(0, CHANGED_SHOWN),
    same: inputs.length === 0 && untouched && sameTools(tools),
  };
}

/** Items compared by id; every item of either side is counted once. */
export function compareItems(
  old: ReadonlyMap<string, ComparedItem>,
  now: ReadonlyMap<string, ComparedItem>,
): { places: ExportDiff['places']; changed: ChangedItem[] } {
  const places = Object.fromEntries(
    ITEM_PLACES.map((place) => [
      place,
      { kept: 0, offeredOtherwise: 0, moved: 0, changed: 0, added: 0, gone: 0 },
    ]),
  ) as Record<ItemPlace, { -readonly [K in keyof PlaceDiff]: number }>;
  const changed: ChangedItem[] = [];
  for (const [itemId, item] of now) {
    const earlier = old.get(itemId);
    const counts = places[item.place];
    if (!earlier) counts.added++;
    else if (earlier.version !== item.version) {
      counts.changed++;
      const parts = Object.keys(item.parts).filter((part) => item.parts[part] !== earlier.parts[part]);
      changed.push({
        itemId,
        place: item.place,
        dialogue: item.dialogue,
        parts: parts.length > 0 ? parts : ['tool documents'],
      });
    } else if (earlier.place !== item.place) counts.moved++;
    else if (item.offer !== undefined && earlier.offer !== item.offer) counts.offeredOtherwise++;
    else counts.kept++;
  }
  for (const [itemId, item] of old) if (!now.has(itemId)) places[item.place].gone++;
  return { places, changed };
}

async function* lines(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

/** The items of an export by id. */
export async function readComparedItems(folder: string): Promise<Map<string, ComparedItem>> {
  const entries = new Map<string, ComparedItem>();
  for await (const line of lines(join(folder, 'data', 'items.jsonl'))) {
    const { split, offered, item } = JSON.parse(line) as {
      split: Split | null;
      offered?: unknown;
      item: Item;
    };
    entries.set(item.itemId, {
      ...comparedItem(item, split),
      offer: digestOf(offered ?? null),
    });
  }
  return entries;
}

/** An item in its place, as far as comparing needs it. */
export function comparedItem(item: Item, split: Split | null): ComparedItem {
  const each = (pick: (turn: Item['turns'][number]) => unknown): string => digestOf(item.turns.map(pick));
  return {
    place: itemPlaceOf(item.setting, split),
    version: item.itemVersion,
    ...(item.hard && { hard: true as const }),
    dialogue: `${item.provenance.source} ${item.provenance.recordId}`,
    parts: {
      setting: item.setting,
      utterances: each((turn) => turn.user),
      calls: each((turn) => turn.calls.map((call) => [call.tool, call.arguments])),
      observations: each((turn) => turn.observation),
      responses: each((turn) => turn.response),
      thoughts: each((turn) => turn.thought.text),
    },
  };
}

/** Where an item of a setting stands in the files. */
export function itemPlaceOf(setting: Setting, split: Split | null): ItemPlace {
  if (split === null) return 'no file';
  if (split === 'ood') return 'OOD';
  return split === 'train' ? `${setting} train` : setting;
}

async function readTools(folder: string): Promise<Map<string, string>> {
  const tools = new Map<string, string>();
  for await (const line of lines(join(folder, 'data', 'tools.jsonl'))) {
    const document = JSON.parse(line) as ToolDocument;
    tools.set(document.id, digestOf(document));
  }
  return tools;
}

/** @param old digests of documents by name */
export function diffTools(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): ToolsDiff {
  return {
    added: [...now.keys()].filter((id) => !old.has(id)).sort(byText),
    gone: [...old.keys()].filter((id) => !now.has(id)).sort(byText),
    changed: [...now.keys()].filter((id) => old.has(id) && old.get(id) !== now.get(id)).sort(byText),
  };
}

/** Whether both have the same tools with the same documents. */
export const sameTools = ({ added, gone, changed }: ToolsDiff): boolean =>
  added.length + gone.length + changed.length === 0;
