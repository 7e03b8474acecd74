import type { ToolDocument } from '../../../core/tool.js';
import type { Catalogue } from '../tools/catalogue.js';
import { invalidDecisions, slotReference, type ClusterDecisions, type DecidedCluster } from './decisions.js';
import { fieldPath } from '../../yaml-file.js';
import { slotsOf } from './described.js';
import { nearestNames } from '../nearest-names.js';
import { ownPart } from '../../../core/own-part.js';

/**
 * Validates manual decisions against a run's tools: all tools and slots exist, no tool is in two clusters or in one
 * that it must be kept apart from, and no cluster or slot names collide.
 * @param where the file's path, for messages
 * @throws CLUSTERS_INVALID with the place in the file
 */
export function assertDecisionsFit(decisions: ClusterDecisions, catalogue: Catalogue, where: string): void {
  const check = new FitCheck(catalogue, where);
  decisions.clusters.forEach((cluster, index) => check.cluster(cluster, ['clusters', index]));
  decisions.apart.forEach((tools, index) => check.apart(tools, ['apart', index]));
}

type Place = readonly (string | number)[];

/** Checks the file from top to bottom; throws at the first problem. */
class FitCheck {
  /** Tool -> index of its cluster. */
  readonly #clusterOf = new Map<string, number>();
  readonly #named = new Set<string>();

  constructor(
    readonly catalogue: Catalogue,
    readonly where: string,
  ) {}

  cluster(cluster: DecidedCluster, place: Place): void {
    const tools = cluster.tools.map((id, index) => {
      const tool = this.#tool(id, [...place, 'tools', index]);
      if (this.#clusterOf.has(id))
        this.#fail('each tool in one cluster', `${id} a second time`, [...place, 'tools', index]);
      this.#clusterOf.set(id, Number(place[1]));
      return tool;
    });
    if (cluster.name !== undefined) this.#name(cluster.name, tools, [...place, 'name']);
    if (cluster.slots) this.#slots(cluster.slots, tools, [...place, 'slots']);
  }

  apart(ids: readonly string[], place: Place): void {
    const seen = new Map<number, string>();
    for (const [index, id] of ids.entries()) {
      this.#tool(id, [...place, index]);
      if (ids.indexOf(id) < index) this.#fail('different tools', `${id} a second time`, [...place, index]);
      const cluster = this.#clusterOf.get(id);
      if (cluster === undefined) continue;
      const other = seen.get(cluster);
      if (other !== undefined) {
        this.#fail(
          'tools that are in no cluster together',
          `${other} and ${id}, which clusters[${cluster}] puts together`,
          [...place, index],
        );
      }
      seen.set(cluster, id);
    }
  }

  #tool(id: string, place: Place): ToolDocument {
    const known = Object.hasOwn(this.catalogue.tools, id) ? ownPart(this.catalogue.tools, id) : undefined;
    return known ?? this.#fail(nearest('the id of a tool', id, Object.keys(this.catalogue.tools)), id, place);
  }

  /** A name given by the user must not belong to a tool of another cluster; shared schema names are fine. */
  #name(name: string, members: readonly ToolDocument[], place: Place): void {
    if (this.#named.has(name)) this.#fail('a name that no other cluster has', `${name} a second time`, place);
    this.#named.add(name);
    if (members.some((member) => member.name === name)) return;
    const other = Object.values(this.catalogue.tools).find((tool) => tool.name === name);
    if (other)
      this.#fail('a name that no tool outside the cluster has', `${name}, the name of ${other.id}`, place);
  }

  #slots(slots: NonNullable<DecidedCluster['slots']>, tools: readonly ToolDocument[], place: Place): void {
    const references = new Map(
      tools.flatMap((tool) =>
        slotsOf(tool).map((slot) => [slotReference(tool.id, slot), { tool: tool.id, slot }] as const),
      ),
    );
    const listed = new Set<string>();
    for (const [name, members] of Object.entries(slots)) {
      const ofTool = new Map<string, string>();
      for (const [index, reference] of members.entries()) {
        const at = [...place, name, index];
        const found =
          references.get(reference) ??
          this.#fail(
            nearest("a slot of one of the cluster's tools", reference, [...references.keys()]),
            reference,
            at,
          );
        if (listed.has(reference)) this.#fail('each slot under one name', `${reference} a second time`, at);
        const sibling = ofTool.get(found.tool);
        if (sibling !== undefined) {
          this.#fail(
            'at most one slot of each tool under a name',
            `${sibling} and ${reference} of one tool`,
            at,
          );
        }
        listed.add(reference);
        ofTool.set(found.tool, reference);
      }
    }
    for (const [reference, { slot }] of references) {
      if (Object.hasOwn(slots, slot) && !listed.has(reference)) {
        this.#fail(
          `a name that no other slot of the cluster has, or ${reference} listed too`,
          `${slot}, the name of ${reference}`,
          [...place, slot],
        );
      }
    }
  }

  #fail(expected: string, found: string, place: Place): never {
    throw invalidDecisions({ expected, found, where: `${this.where} (${fieldPath(place)})` });
  }
}

function nearest(what: string, wanted: string, names: readonly string[]): string {
  const near = nearestNames(wanted, names);
  return near.length === 0 ? what : `${what}, such as ${near.join(', ')}`;
}
