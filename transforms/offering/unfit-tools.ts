import type { ToolCluster } from '../../core/tool-mapping.js';
import type { Catalogue } from '../tools/catalogue.js';

/** Tools that are offered with no item, as their intents are not fit for tools. */
export interface UnfitTools {
  /** Of which nothing is fit, since clustering. */
  readonly tools: readonly string[];
  /** As corpora have them, before clustering. */
  readonly members: readonly string[];
}

/** @param isUnfit whether an intent, by its tool's id before clustering, is not fit for a tool */
export function unfitTools(clusters: readonly ToolCluster[], isUnfit: (id: string) => boolean): UnfitTools {
  const ids = clusters.map(({ id, members }) => ({
    id,
    unfit: members.map((one) => isUnfit(one.id)),
    members,
  }));
  return {
    tools: ids.flatMap(({ id, unfit }) => (unfit.every(Boolean) ? [id] : [])),
    members: ids.flatMap(({ unfit, members }) => members.flatMap((one, at) => (unfit[at] ? [one.id] : []))),
  };
}

/** What of a catalogue may be offered beside an item's own tools. */
export function offerable(
  { tools, members = {} }: Catalogue,
  { tools: out, members: outMembers }: UnfitTools = { tools: [], members: [] },
): Required<Pick<Catalogue, 'tools' | 'members'>> {
  return { tools: without(tools, out), members: without(members, outMembers) };
}

const without = <T>(
  all: Readonly<Record<string, T>>,
  ids: readonly string[],
): Readonly<Record<string, T>> => {
  const out = new Set(ids);
  return out.size === 0 ? all : Object.fromEntries(Object.entries(all).filter(([id]) => !out.has(id)));
};
