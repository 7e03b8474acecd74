import { byText } from '../../../core/ids.js';
import type { ClusteringSettings } from '../../../core/mtu-bench/run.js';
import type { ToolDocument, ToolParameter } from '../../../core/tool.js';
import { clusterByAverageLinkage } from './average-linkage.js';
import { medoidOf } from './cosine-distances.js';
import { slotReference } from './decisions.js';
import { describedSlot, distancesBetween, slotsOf, type Described, type Vectors } from './described.js';
import { comparableWords } from '../splitting/shingles.js';
import { ownPart } from '../../../core/own-part.js';

/** Tool id -> slot -> name in the cluster. Unique within a tool. */
export type SlotNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A parameter or result of one member; both is one slot. */
interface Slot extends Described {
  readonly tool: string;
  /** Slots of different kinds are never merged, such as a date and a city, or a categorical value and free text. */
  readonly kind: string;
  readonly parameter: ToolParameter | undefined;
}

/** Merged slots and their preferred name. */
interface SlotGroup {
  readonly slots: readonly Slot[];
  readonly centre: Slot;
}

/**
 * Matches the slots of a cluster's tools (MTU-Bench §3: parameter names are set to the cluster's centre): clusters
 * them by name, but never two slots of one tool or of different value formats. A group is named by the medoid tool,
 * else by its own medoid; if that name is taken, by another member, else with a number.
 * @param members the medoid first, then by id
 * @param decided new name -> manually assigned slot references (`slotReference`)
 */
export function matchSlots(
  members: readonly ToolDocument[],
  vectors: Vectors,
  settings: ClusteringSettings,
  decided: Readonly<Record<string, readonly string[]>>,
): SlotNames {
  const slots = members.flatMap(slotsOfTool);
  const names = new Map(members.map(({ id }) => [id, new Map<string, string>()]));
  const taken = new Set<string>();
  const give = (name: string, group: readonly Slot[]): void => {
    taken.add(name);
    for (const slot of group) names.get(slot.tool)?.set(slot.name, name);
  };
  const byPerson = new Set<Slot>();
  for (const [name, references] of Object.entries(decided).sort(([a], [b]) => byText(a, b))) {
    const group = slots.filter((slot) => references.includes(slotReference(slot.tool, slot.name)));
    for (const slot of group) byPerson.add(slot);
    give(name, group);
  }
  const open = groupSlots(
    slots.filter((slot) => !byPerson.has(slot)),
    vectors,
    settings,
  );
  const medoid = members[0]?.id;
  const unnamed = open.filter((group) => {
    const own = group.slots.find(({ tool }) => tool === medoid);
    if (own === undefined || taken.has(own.name)) return true;
    give(own.name, group.slots);
    return false;
  });
  const inUse = new Set(slots.map(({ name }) => name));
  for (const group of unnamed.sort((a, b) => bySlot(a.centre, b.centre))) {
    give(freeName(group, taken, inUse), group.slots);
  }
  return names;
}

const slotsOfTool = (tool: ToolDocument): Slot[] =>
  slotsOf(tool).map((name) => {
    const known = ownPart(tool.parameters, name);
    // "As said" values may be any text; a date format is distinct from a spoken date.
    const format = known?.format === 'as said' ? undefined : known?.format;
    const kind = `${format ?? 'text'}${known?.values ? ' of a list' : ''}`;
    return { ...describedSlot(tool, name), tool: tool.id, kind, parameter: known };
  });

const bySlot = (a: Slot, b: Slot): number => byText(a.name, b.name) || byText(a.tool, b.tool);

function groupSlots(slots: readonly Slot[], vectors: Vectors, settings: ClusteringSettings): SlotGroup[] {
  const at = (place: number): Slot => slots[place] as Slot;
  const distances = distancesBetween(slots, vectors, settings.descriptions);
  const { clusters } = clusterByAverageLinkage(
    distances,
    settings.parameterThreshold,
    (a, b) =>
      at(a).tool === at(b).tool ||
      at(a).kind !== at(b).kind ||
      (settings.sameMeaning === true && !meansTheSame(at(a), at(b))),
  );
  return clusters.map((places) => {
    const inOrder = [...places].sort((a, b) => bySlot(at(a), at(b)));
    return { slots: places.map(at), centre: at(medoidOf(distances, inOrder)) };
  });
}

/** Share of common words, or of the shorter list's values, from which two slots mean the same. */
const SAME_WORDS = 0.3;
const SAME_VALUES = 0.5;
const NO_CONTENT = new Set('a an and at by for from in is of on or the this to which with'.split(' '));

/**
 * Whether two slots with the same name, or with similar descriptions and values, are one: the name of an airport is not
 * a city.
 */
function meansTheSame(a: Slot, b: Slot): boolean {
  if (a.name === b.name) return true;
  const [some, others] = [a.parameter?.values ?? [], b.parameter?.values ?? []];
  const common = some.filter((value) => others.includes(value)).length;
  if (common < SAME_VALUES * Math.min(some.length, others.length)) return false;
  const [one, other] = [a, b].map(
    ({ parameter }) =>
      new Set(comparableWords(parameter?.description ?? '').filter((word) => !NO_CONTENT.has(word))),
  ) as [Set<string>, Set<string>];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared >= SAME_WORDS * (one.size + other.size - shared);
}

/** A name that no other group has; numbered names must be free too. */
function freeName(group: SlotGroup, taken: ReadonlySet<string>, inUse: ReadonlySet<string>): string {
  const own = [group.centre.name, ...group.slots.map(({ name }) => name).sort(byText)];
  const free = own.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  for (let number = 2; ; number++) {
    const name = `${group.centre.name}_${number}`;
    if (!taken.has(name) && !inUse.has(name)) return name;
  }
}
