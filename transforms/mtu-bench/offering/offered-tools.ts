import { byText } from '../../../core/ids.js';
import { seededRandom } from '../../../core/random.js';
import type { ToolDocument } from '../../../core/tool.js';
import type { Closeness } from '../clustering/closeness.js';
import { wouldDoAsWell } from './substitutes.js';

/** A tool as it is offered to the evaluated model: its document under the name that calls use. */
export interface OfferedTool {
  readonly name: string;
  readonly document: ToolDocument;
}

/**
 * The names that a set of tools has when offered together: the intent's name, or `intent_service` for every tool
 * whose intent name occurs twice. (Clustering settles such clashes in the whole set; until then this rule does.)
 *
 * @returns tool id -> name
 */
export function offeredNames(documents: readonly ToolDocument[]): Map<string, string> {
  const count = new Map<string, number>();
  for (const { name } of documents) count.set(name, (count.get(name) ?? 0) + 1);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const document of [...documents].sort((a, b) => byText(a.id, b.id))) {
    const clashes = (count.get(document.name) ?? 0) > 1;
    // Two documents of one service and intent (splits that differ, see buildCatalogue) keep their split in the name.
    const base = clashes
      ? document.id
          .split('.')
          .reverse()
          .join('_')
          .replace(/[^A-Za-z0-9_]/g, '_')
      : document.name;
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
    taken.add(name);
    names.set(document.id, name);
  }
  return names;
}

/** How near distractors are to an item's own tools. */
export interface Interference {
  readonly closeness: Closeness;
  /** Share of the distractors, 0 to 1, that are the nearest; the others are drawn by seed. */
  readonly share: number;
}

/**
 * Chooses what is offered with an item: its own tools and distractors drawn by seed, or the nearest, in an order drawn by seed.
 * A tool that would do as well as one of the item's own is never offered, nor two tools of one name.
 * Chosen at export, so that a new seed changes the offer but never the item (DESIGN.md, idea 4).
 */
export class ToolOffer {
  readonly #tools: readonly ToolDocument[];
  /** By document: one tool may be shown as several services'. */
  readonly #substitutes = new Map<ToolDocument, ReadonlySet<string>>();

  /** Tool id -> the documents that it can be shown by: of its members, or its only one. */
  readonly #shown = new Map<string, readonly ToolDocument[]>();

  /** @param members documents of clustered tools by the id they had, see `Catalogue` */
  constructor(
    tools: Readonly<Record<string, ToolDocument>>,
    private readonly seed: number,
    private readonly distractors: number,
    members: Readonly<Record<string, ToolDocument>> = {},
    private readonly interference?: Interference,
  ) {
    this.#tools = Object.values(tools).sort((a, b) => byText(a.id, b.id));
    const ofCluster = Object.entries(members).sort(([a], [b]) => byText(a, b));
    for (const tool of this.#tools) {
      const own = ofCluster.filter(([, document]) => document.id === tool.id).map(([, document]) => document);
      this.#shown.set(tool.id, own.length > 0 ? own : [tool]);
    }
  }

  /**
   * @param own documents of the tools that the item calls
   * @param unlike tools that no distractor may stand in for: its own, and any that it is asked for in vain
   * @returns the item's tools and up to the configured number of distractors, fewer when no more are suitable
   */
  forItem(
    itemId: string,
    own: readonly ToolDocument[],
    unlike: readonly ToolDocument[] = own,
  ): OfferedTool[] {
    const random = seededRandom(this.seed, 'distractors', itemId);
    const ownIds = new Set(unlike.map((tool) => tool.id));
    const suitable = this.#tools.filter(
      (candidate) =>
        !ownIds.has(candidate.id) && unlike.every((tool) => !this.#substitutesOf(tool).has(candidate.id)),
    );
    const chosen: ToolDocument[] = [];
    const names = offeredNames(own);
    const taken = new Set([...own.map((tool) => tool.name), ...names.values()]);
    const take = (candidates: readonly ToolDocument[], until: number): void => {
      for (const candidate of candidates) {
        if (chosen.length >= until) break;
        if (taken.has(candidate.name)) continue;
        taken.add(candidate.name);
        chosen.push(this.#asOneMember(candidate, itemId));
      }
    };
    const drawn = random.sample(suitable, suitable.length);
    if (this.interference)
      take(
        nearestFirst(suitable, unlike, this.interference.closeness),
        Math.round(this.interference.share * this.distractors),
      );
    take(drawn, this.distractors);
    const offered = [...own].sort((a, b) => byText(a.id, b.id)).concat(chosen);
    return random
      .sample(offered, offered.length)
      .map((document) => ({ name: names.get(document.id) ?? document.name, document }));
  }

  /**
   * A clustered tool as one of its members, drawn by seed: what is called is shown so as well, and a model must not tell
   * distractors by the document of a whole cluster.
   */
  #asOneMember(tool: ToolDocument, itemId: string): ToolDocument {
    const shown = this.#shown.get(tool.id) ?? [tool];
    if (shown.length === 1) return shown[0] ?? tool;
    return seededRandom(this.seed, 'distractor document', itemId, tool.id).sample(shown, 1)[0] ?? tool;
  }

  #substitutesOf(tool: ToolDocument): ReadonlySet<string> {
    let ids = this.#substitutes.get(tool);
    if (!ids) {
      ids = new Set(
        this.#tools
          .filter((candidate) =>
            [candidate, ...(this.#shown.get(candidate.id) ?? [])].some((document) =>
              wouldDoAsWell(tool, document),
            ),
          )
          .map((candidate) => candidate.id),
      );
      this.#substitutes.set(tool, ids);
    }
    return ids;
  }
}

/** Those of the candidates that are known to be near to one of these tools, the nearest first. */
function nearestFirst(
  candidates: readonly ToolDocument[],
  tools: readonly ToolDocument[],
  closeness: Closeness,
): ToolDocument[] {
  const nearest = distancesTo(tools, closeness);
  const distance = ({ id }: ToolDocument): number => nearest.get(id) ?? Infinity;
  return candidates
    .filter((candidate) => nearest.has(candidate.id))
    .sort((a, b) => distance(a) - distance(b) || byText(a.id, b.id));
}

/** The distance of each tool that is near to one of these, to the nearest of them; by tool id. */
export function distancesTo(
  tools: readonly ToolDocument[],
  closeness: Closeness,
): ReadonlyMap<string, number> {
  const nearest = new Map<string, number>();
  for (const { tool, distance } of tools.flatMap(({ id }) => closeness[id] ?? []))
    nearest.set(tool, Math.min(distance, nearest.get(tool) ?? Infinity));
  return nearest;
}
