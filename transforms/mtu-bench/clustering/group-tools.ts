import { byText } from '../../../core/ids.js';
import type { ClusteringSettings } from '../../../core/mtu-bench/run.js';
import type { ToolDocument } from '../../../core/tool.js';
import type { Catalogue } from '../tools/catalogue.js';
import { clusterByAverageLinkage } from './average-linkage.js';
import { distanceOf, medoidOf, type DistanceMatrix } from './cosine-distances.js';
import type { ClusterDecisions, DecidedCluster } from './decisions.js';
import { distancesBetween, type Vectors } from './described.js';

/** Tools that become one. */
export interface ToolGroup {
  /** The medoid first, then by id. */
  readonly members: readonly ToolDocument[];
  /** Distance of each member to the medoid. */
  readonly distances: readonly number[];
  readonly decidedBy: 'clustering' | 'person';
  /** What a person wrote of this cluster. */
  readonly decision?: DecidedCluster;
}

/**
 * Groups tools by name (MTU-Bench §3, tool clustering). What a person decided stands; the rest is clustered. Two tools
 * of one service with different names never come together unless a person says so: intents of a service do different
 * things by the schema's design, however alike their names (`SearchOnewayFlight`, `SearchRoundtripFlights`). Tools that a
 * model made have a threshold of their own.
 * In order of the medoids' ids.
 */
export function groupTools(
  catalogue: Catalogue,
  vectors: Vectors,
  settings: ClusteringSettings,
  decisions: ClusterDecisions,
): ToolGroup[] {
  const { tools, distances, scaled } = measureTools(catalogue, vectors, settings);
  const partition = (more?: (a: number, b: number) => boolean): readonly (readonly number[])[] =>
    clusterByAverageLinkage(
      scaled,
      settings.threshold,
      (a, b) => areIntentsOfOne(tools[a], tools[b]) || (more?.(a, b) ?? false),
    ).clusters;
  const undecided = partition();
  const { clusters, apart } = decisions;
  if (clusters.length === 0 && apart.length === 0) {
    return undecided.map((members) => toGroup(members, tools, distances, 'clustering')).sort(byMedoid);
  }
  const places = new Map(tools.map(({ id }, place) => [id, place]));
  const placesOf = (ids: readonly string[]): number[] => ids.map((id) => places.get(id) ?? missing(id));
  const listed = new Set(clusters.flatMap((cluster) => placesOf(cluster.tools)));
  const separate = new Set(apart.flatMap((ids) => pairs(placesOf(ids), tools.length)));
  const rest = partition(
    (a, b) => listed.has(a) || listed.has(b) || separate.has(pairKey(a, b, tools.length)),
  ).filter((members) => !members.some((member) => listed.has(member)));
  const asBefore = new Set(undecided.map((members) => members.join()));
  return [
    ...clusters.map((decision) => toGroup(placesOf(decision.tools), tools, distances, 'person', decision)),
    ...rest.map((members) =>
      toGroup(members, tools, distances, asBefore.has(members.join()) ? 'clustering' : 'person'),
    ),
  ].sort(byMedoid);
}

/** Tools as they are clustered. */
export interface MeasuredTools {
  /** By id; distances are by their places. */
  readonly tools: readonly ToolDocument[];
  readonly distances: DistanceMatrix;
  /** The same in the measure of `threshold`, to which a pair with a model's tool is brought. */
  readonly scaled: DistanceMatrix;
}

/** How far tools are from each other. @throws Error when a vector is missing */
export function measureTools(
  catalogue: Catalogue,
  vectors: Vectors,
  settings: ClusteringSettings,
): MeasuredTools {
  const tools = Object.values(catalogue.tools).sort((a, b) => byText(a.id, b.id));
  const distances = distancesBetween(tools, vectors, settings.descriptions);
  return { tools, distances, scaled: scaledForModels(distances, tools, settings) };
}

/** Whether they are two intents of one schema, which only a person may bring together. */
export function areIntentsOfOne(one: ToolDocument | undefined, other: ToolDocument | undefined): boolean {
  return (
    one?.service === other?.service &&
    one?.name !== other?.name &&
    // What a model read out of several dialogues nobody meant to differ.
    one?.documentOrigin !== 'model' &&
    other?.documentOrigin !== 'model'
  );
}

/** Distances with those of a model's tools in such a measure that one cut is right for both kinds. */
function scaledForModels(
  { size, values }: DistanceMatrix,
  tools: readonly ToolDocument[],
  settings: ClusteringSettings,
): DistanceMatrix {
  const byModel = tools.map(({ documentOrigin }) => documentOrigin === 'model');
  const scale = modelScale(settings);
  if (!byModel.includes(true) || scale === 1) return { size, values };
  return {
    size,
    values: values.map((distance, place) =>
      byModel[Math.floor(place / size)] === true || byModel[place % size] === true
        ? distance * scale
        : distance,
    ),
  };
}

/** What distances of a model's tools are multiplied with, so that one cut is right for both kinds. */
export const modelScale = ({ threshold, modelThreshold = threshold }: ClusteringSettings): number =>
  threshold / modelThreshold;

const pairKey = (a: number, b: number, size: number): number => Math.min(a, b) * size + Math.max(a, b);

const pairs = (places: readonly number[], size: number): number[] =>
  places.flatMap((a, index) => places.slice(index + 1).map((b) => pairKey(a, b, size)));

function missing(id: string): never {
  throw new Error(`the decisions name ${id}, which is no tool: call assertDecisionsFit first`);
}

function toGroup(
  places: readonly number[],
  tools: readonly ToolDocument[],
  distances: DistanceMatrix,
  decidedBy: ToolGroup['decidedBy'],
  decision?: DecidedCluster,
): ToolGroup {
  const at = (place: number): ToolDocument => tools[place] as ToolDocument;
  const byName = [...places].sort((a, b) => byText(at(a).name, at(b).name) || a - b);
  const medoid = medoidOf(distances, byName);
  const ordered = [medoid, ...[...places].sort((a, b) => a - b).filter((place) => place !== medoid)];
  return {
    members: ordered.map(at),
    distances: ordered.map((place) => distanceOf(distances, medoid, place)),
    decidedBy,
    ...(decision ? { decision } : {}),
  };
}

const byMedoid = (a: ToolGroup, b: ToolGroup): number =>
  byText(a.members[0]?.id ?? '', b.members[0]?.id ?? '');
