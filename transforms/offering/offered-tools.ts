import { byText } from '../../core/ids.js';
import { seededRandom } from '../../core/random.js';
import type { ToolDocument } from '../../core/tool.js';
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

/**
 * Chooses what is offered with an item: its own tools and distractors drawn by seed, in an order drawn by seed.
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
   * @returns the item's tools and up to the configured number of distractors, fewer when no more are suitable
   */
  forItem(itemId: string, own: readonly ToolDocument[]): OfferedTool[] {
    const random = seededRandom(this.seed, 'distractors', itemId);
    const ownIds = new Set(own.map((tool) => tool.id));
    const suitable = this.#tools.filter(
      (candidate) =>
        !ownIds.has(candidate.id) && own.every((tool) => !this.#substitutesOf(tool).has(candidate.id)),
    );
    const chosen: ToolDocument[] = [];
    const names = offeredNames(own);
    const taken = new Set([...own.map((tool) => tool.name), ...names.values()]);
    for (const candidate of random.sample(suitable, suitable.length)) {
      if (chosen.length === this.distractors) break;
      if (taken.has(candidate.name)) continue;
      taken.add(candidate.name);
      chosen.push(this.#asOneMember(candidate, itemId));
    }
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
