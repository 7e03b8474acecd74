import type { ToolCluster } from '../../../core/mtu-bench/tool-mapping.js';
import type { Catalogue } from '../tools/catalogue.js';

/** Tools of unsuitable intents, which are never offered. */
export interface UnfitTools {
  /** Clusters without a suitable member. */
  readonly tools: readonly string[];
  /** Members by id before clustering. */
  readonly members: readonly string[];
}

/** @param isUnfit whether an intent is unsuitable, by its tool's id before clustering */
export function unfitTools(clusters: readonly ToolCluster[], isUnfit: (id: string) => boolean): UnfitTools {
  const members = clusters.flatMap((cluster) => cluster.members.map(({ id }) => id).filter(isUnfit));
  const out = new Set(members);
  const tools = clusters.filter((cluster) => cluster.members.every(({ id }) => out.has(id)));
  return { tools: tools.map(({ id }) => id), members };
}

/** Tools that may be offered as distractors. @param heldOut tools offered in OOD only */
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
