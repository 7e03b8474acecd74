import type { ToolDocument } from '../../../core/tool.js';
import type { ClusterDecisions } from './decisions.js';
import { areIntentsOfOne } from './group-tools.js';

/** Whether two sets of tools, by id, hold two that may not come together. */
export type KeptApart = (ones: readonly string[], others: readonly string[]) => boolean;

/** Whether a tool that is none of these, by id, has the name. */
export type NameTaken = (name: string, members: readonly string[]) => boolean;

/** A name is free that no tool and no cluster of the file has; tools may always have that of one of their own. */
export function nameTaken(
  tools: ReadonlyMap<string, ToolDocument>,
  { clusters }: ClusterDecisions,
): NameTaken {
  const used = new Set([
    ...[...tools.values()].map(({ name }) => name),
    ...clusters.flatMap(({ name }) => name ?? []),
  ]);
  return (name, members) => used.has(name) && !members.some((id) => tools.get(id)?.name === name);
}

/** What may not come together: what a person wrote so in the file of decisions, and two intents of one schema. */
export function keptApart(tools: ReadonlyMap<string, ToolDocument>, { apart }: ClusterDecisions): KeptApart {
  const written = new Map<string, Set<string>>();
  for (const ids of apart)
    for (const id of ids) written.set(id, new Set([...(written.get(id) ?? []), ...ids]));
  return (ones, others) =>
    ones.some((one) =>
      others.some(
        (other) =>
          one !== other &&
          (written.get(one)?.has(other) === true || areIntentsOfOne(tools.get(one), tools.get(other))),
      ),
    );
}
