import { byText } from '../../../core/ids.js';
import type { ClusteringSettings } from '../../../core/mtu-bench/run.js';
import { distanceOf, roundDistance } from './cosine-distances.js';
import type { ClusterDecisions } from './decisions.js';
import { modelScale, type MeasuredTools, type ToolGroup } from './group-tools.js';
import { keptApart } from './kept-apart.js';

/** Two possibly duplicate clusters. */
export interface LikelyDuplicate {
  /** Ids of their medoids, sorted. */
  readonly tools: readonly [string, string];
  /** Mean distance between their members on the scale of `modelThreshold`, rounded to 1e-4. */
  readonly distance: number;
}

/**
 * Unmerged pairs of clusters with a mean distance of at most `duplicateThreshold`, nearest first. Excludes pairs of
 * schemas' clusters, whose names were designed, manually decided clusters, and pairs that must not be merged.
 */
export function likelyDuplicates(
  groups: readonly ToolGroup[],
  { tools, scaled }: MeasuredTools,
  settings: ClusteringSettings,
  decisions: ClusterDecisions,
): LikelyDuplicate[] {
  const { duplicateThreshold } = settings;
  if (duplicateThreshold === undefined) return [];
  const places = new Map(tools.map(({ id }, place) => [id, place]));
  const apart = keptApart(new Map(tools.map((tool) => [tool.id, tool])), decisions);
  const open = groups
    .filter(({ decision }) => decision === undefined)
    .map(({ members }) => ({
      ids: members.map(({ id }) => id),
      at: members.map(({ id }) => places.get(id) ?? 0),
      byModel: members.some(({ documentOrigin }) => documentOrigin === 'model'),
    }));
  const scale = modelScale(settings);
  const found: LikelyDuplicate[] = [];
  for (const [place, one] of open.entries())
    for (const other of open.slice(place + 1)) {
      if (!one.byModel && !other.byModel) continue;
      let sum = 0;
      for (const a of one.at) for (const b of other.at) sum += distanceOf(scaled, a, b);
      const distance = roundDistance(sum / (one.at.length * other.at.length) / scale);
      if (distance > duplicateThreshold || apart(one.ids, other.ids)) continue;
      const [a = '', b = ''] = [one.ids[0] ?? '', other.ids[0] ?? ''].sort(byText);
      found.push({ tools: [a, b], distance: Math.round(distance * 10_000) / 10_000 });
    }
  return found.sort(
    (a, b) => a.distance - b.distance || byText(a.tools[0], b.tools[0]) || byText(a.tools[1], b.tools[1]),
  );
}
