import { byText } from '../../../core/ids.js';
import type { ToolNaming } from '../clustering/cluster-catalogue.js';
import type { Catalogue } from './catalogue.js';
import type { TopicOfTool } from '../splitting/topics-table.js';
import { ownPart } from '../../../core/own-part.js';

/** A clustered tool's topics: those of all its members. */
export function clusterTopics(
  catalogue: Catalogue,
  naming: ToolNaming,
  topicOf: TopicOfTool,
): ReadonlyMap<string, readonly string[]> {
  const topics = new Map<string, Set<string>>();
  for (const document of Object.values(catalogue.tools)) {
    const cluster = ownPart(naming, document.id)?.tool ?? document.id;
    const of = topics.get(cluster) ?? new Set();
    topics.set(cluster, of.add(topicOf(document.id)));
  }
  return new Map([...topics].map(([tool, of]) => [tool, [...of].sort(byText)]));
}
