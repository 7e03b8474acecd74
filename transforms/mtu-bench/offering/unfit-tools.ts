import type { ToolCluster } from '../../../core/mtu-bench/tool-mapping.js';
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
  const members = clusters.flatMap((cluster) => cluster.members.map(({ id }) => id).filter(isUnfit));
  const out = new Set(members);
  const tools = clusters.filter((cluster) => cluster.members.every(({ id }) => out.has(id)));
  return { tools: tools.map(({ id }) => id), members };
}

/** What of a catalogue may be offered beside an item's own tools. @param heldOut tools that are offered in OOD only */
export function offerable(
  { tools, members = {} }: Catalogue,
  unfit: UnfitTools = { tools: [], members: [] },
  heldOut: readonly string[] = [],
): Required<Pick<Catalogue, 'tools' | 'members'>> {
  return { tools: without(tools, [...unfit.tools, ...heldOut]), members: without(members, unfit.members) };
}

const without = <T>(
  all: Readonly<Record<string, T>>,
  ids: readonly string[],
): Readonly<Record<string, T>> => {
  const out = new Set(ids);
  return Object.fromEntries(Object.entries(all).filter(([id]) => !out.has(id)));
};
