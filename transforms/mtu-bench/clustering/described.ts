import { byText } from '../../../core/ids.js';
import type { ClusteringSettings } from '../../../core/mtu-bench/run.js';
import type { ToolDocument } from '../../../core/tool.js';
import type { Catalogue } from '../tools/catalogue.js';
import { cosineDistances, roundDistance, type DistanceMatrix } from './cosine-distances.js';
import { ownPart } from '../../../core/own-part.js';

/** The compared texts of a tool or slot. An empty description is not compared. */
export interface Described {
  readonly name: string;
  readonly description: string;
}

/** Vectors by text, as returned by the embedder. */
export type Vectors = ReadonlyMap<string, readonly number[]>;

/**
 * Weight of descriptions: enough to separate equal names with different meanings, small enough that the same action in
 * another corpus's words is nearer than another action on the same object. At one half, SGD's `FindProvider` of
 * dentists and of therapists are farther apart than `GetEvents` and `GetEventDates`.
 */
const DESCRIPTION_WEIGHT = 0.25;

/**
 * The texts whose vectors `clusterCatalogue` needs: names of tools and slots, and descriptions if they count. Sorted
 * and unique.
 */
export function textsToEmbed(catalogue: Catalogue, settings: ClusteringSettings): string[] {
  const texts = new Set<string>();
  for (const tool of Object.values(catalogue.tools)) {
    const slots = slotsOf(tool).map((name) => describedSlot(tool, name));
    for (const { name, description } of [tool, ...slots]) {
      texts.add(name);
      if (settings.descriptions && description !== '') texts.add(description);
    }
  }
  return [...texts].sort(byText);
}

/** A tool's parameters and results, unique, in document order. */
export function slotsOf(tool: ToolDocument): string[] {
  return [...new Set([...tool.required, ...Object.keys(tool.optional), ...tool.results])];
}

export const describedSlot = (tool: ToolDocument, name: string): Described => ({
  name,
  description: ownPart(tool.parameters, name)?.description ?? '',
});

/**
 * Distances between names; with descriptions, the weighted mean of name and description distances.
 * @throws Error if a text of `textsToEmbed` has no vector
 */
export function distancesBetween(
  things: readonly Described[],
  vectors: Vectors,
  descriptions: boolean,
): DistanceMatrix {
  const names = cosineDistances(things.map(({ name }) => vectorOf(vectors, name)));
  if (!descriptions) return names;
  const said = things.map(({ name, description }) =>
    vectorOf(vectors, description === '' ? name : description),
  );
  const { size, values } = cosineDistances(said);
  const mixed = values.map((distance, place) => {
    const both =
      things[Math.floor(place / size)]?.description !== '' && things[place % size]?.description !== '';
    const name = names.values[place] as number;
    return both ? roundDistance((1 - DESCRIPTION_WEIGHT) * name + DESCRIPTION_WEIGHT * distance) : name;
  });
  return { size, values: mixed };
}

/** @throws Error if the text has no vector: a caller error */
export function vectorOf(vectors: Vectors, text: string): readonly number[] {
  const vector = vectors.get(text);
  if (!vector) throw new Error(`no vector for ${JSON.stringify(text)}`);
  return vector;
}
