import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { digestOf } from '../core/digest.js';
import { byText } from '../core/ids.js';
import { SETTINGS, type Item, type Setting } from '../core/item.js';
import type { Manifest } from '../core/manifest.js';
import type { ToolDocument } from '../core/tool.js';
import { readManifest } from './verify-export.js';

/** An item that both exports have in different versions, and what differs in it. */
export interface ChangedItem {
  readonly itemId: string;
  readonly setting: Setting;
  /** Source and record id: `sgd dev/5_00012`. */
  readonly dialogue: string;
  /** Parts that differ: utterances, calls, observations, responses, thoughts, tool documents. */
  readonly parts: readonly string[];
}

/** Items of one setting, compared. */
export interface SettingDiff {
  /** The same version, offered with the same tools. */
  readonly kept: number;
  /** The same version, offered with other tools or in another order (another seed). */
  readonly offeredOtherwise: number;
  readonly changed: number;
  readonly added: number;
  readonly gone: number;
}

/** Two exports compared in the words of the domain; `before` is the first folder. */
export interface ExportDiff {
  /** What the two were made from differently: seed, settings, product, sources, prompts. */
  readonly inputs: readonly { readonly what: string; readonly before: string; readonly after: string }[];
  readonly settings: Readonly<Record<Setting, SettingDiff>>;
  readonly calls: { readonly before: number; readonly after: number };
  readonly tools: {
    readonly added: readonly string[];
    readonly gone: readonly string[];
    readonly changed: readonly string[];
  };
  /** The first changed items; the counts above are complete. */
  readonly changed: readonly ChangedItem[];
  readonly same: boolean;
}

interface Entry {
  readonly setting: Setting;
  readonly version: string;
  readonly offer: string;
  readonly dialogue: string;
  /** Digest of each part, to say what changed. */
  readonly parts: Readonly<Record<string, string>>;
}

const CHANGED_SHOWN = 20;

/**
 * Compares two exports item by item through their stable ids (DESIGN.md, idea 4).
 * @throws NOT_AN_EXPORT
 */
export async function diffExports(before: string, after: string): Promise<ExportDiff> {
  const [was, is] = await Promise.all([readManifest(before), readManifest(after)]);
  const [old, now] = [await readItems(before), await readItems(after)];
  const settings = Object.fromEntries(
    SETTINGS.map((setting) => [setting, { kept: 0, offeredOtherwise: 0, changed: 0, added: 0, gone: 0 }]),
  ) as Record<Setting, { -readonly [K in keyof SettingDiff]: number }>;
  const changed: ChangedItem[] = [];
  for (const [itemId, entry] of now) {
    const earlier = old.get(itemId);
    const counts = settings[entry.setting];
    if (!earlier) counts.added++;
    else if (earlier.version !== entry.version) {
      counts.changed++;
      const parts = Object.keys(entry.parts).filter((part) => entry.parts[part] !== earlier.parts[part]);
      changed.push({
        itemId,
        setting: entry.setting,
        dialogue: entry.dialogue,
        parts: parts.length > 0 ? parts : ['tool documents'],
      });
    } else if (earlier.offer !== entry.offer) counts.offeredOtherwise++;
    else counts.kept++;
  }
  for (const [itemId, entry] of old) if (!now.has(itemId)) settings[entry.setting].gone++;
  const tools = diffTools(await readTools(before), await readTools(after));
  const inputs = diffInputs(was, is);
  const untouched = SETTINGS.every(
    (setting) =>
      settings[setting].kept === Object.values(settings[setting]).reduce((sum, count) => sum + count, 0),
  );
  return {
    inputs,
    settings,
    calls: { before: was.counts.calls, after: is.counts.calls },
    tools,
    changed: changed.slice(0, CHANGED_SHOWN),
    same:
      inputs.length === 0 && untouched && tools.added.length + tools.gone.length + tools.changed.length === 0,
  };
}

async function* lines(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

async function readItems(folder: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const line of lines(join(folder, 'data', 'items.jsonl'))) {
    const { evaluation, offered, item } = JSON.parse(line) as {
      evaluation: string | null;
      offered?: unknown;
      item: Item;
    };
    const each = (pick: (turn: Item['turns'][number]) => unknown): string => digestOf(item.turns.map(pick));
    entries.set(item.itemId, {
      setting: item.setting,
      version: item.itemVersion,
      offer: digestOf([evaluation !== null, offered ?? null]),
      dialogue: `${item.provenance.source} ${item.provenance.recordId}`,
      parts: {
        setting: item.setting,
        utterances: each((turn) => turn.user),
        calls: each((turn) => turn.calls.map((call) => [call.tool, call.arguments])),
        observations: each((turn) => turn.observation),
        responses: each((turn) => turn.response),
        thoughts: each((turn) => turn.thought.text),
      },
    });
  }
  return entries;
}

async function readTools(folder: string): Promise<Map<string, string>> {
  const tools = new Map<string, string>();
  for await (const line of lines(join(folder, 'data', 'tools.jsonl'))) {
    const document = JSON.parse(line) as ToolDocument;
    tools.set(document.id, digestOf(document));
  }
  return tools;
}

function diffTools(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): ExportDiff['tools'] {
  return {
    added: [...now.keys()].filter((id) => !old.has(id)).sort(byText),
    gone: [...old.keys()].filter((id) => !now.has(id)).sort(byText),
    changed: [...now.keys()].filter((id) => old.has(id) && old.get(id) !== now.get(id)).sort(byText),
  };
}

function diffInputs(was: Manifest, is: Manifest): ExportDiff['inputs'] {
  const inputs = (manifest: Manifest): Record<string, string> => ({
    product: manifest.product,
    seed: String(manifest.seed),
    review: manifest.review,
    ...Object.fromEntries(Object.entries(manifest.settings).map(([name, value]) => [name, String(value)])),
    ...Object.fromEntries(
      manifest.prompts.map(({ id, version, sha256 }) => [
        `prompt ${id}`,
        `version ${version} (${sha256.slice(0, 12)}…)`,
      ]),
    ),
    ...Object.fromEntries(
      manifest.sources.flatMap((source) =>
        [...source.schemas, ...source.shards].map(({ path, sha256 }) => [
          `${source.name} ${path}`,
          `SHA-256 ${sha256.slice(0, 12)}…`,
        ]),
      ),
    ),
  });
  const [a, b] = [inputs(was), inputs(is)];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys
    .filter((key) => a[key] !== b[key])
    .map((what) => ({ what, before: a[what] ?? 'not there', after: b[what] ?? 'not there' }));
}
