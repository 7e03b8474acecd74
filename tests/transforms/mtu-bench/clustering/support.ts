import type { ClusteringSettings } from '../../../../core/mtu-bench/run.js';
import type { ToolDocument, ToolParameter } from '../../../../core/tool.js';
import { LEXICAL_ID, lexicalVector } from '../../../../llm/embedders/lexical.js';
import {
  clusterCatalogue,
  textsToEmbed,
  type ClusteredCatalogue,
} from '../../../../transforms/mtu-bench/clustering/cluster-catalogue.js';
import type { ClusterDecisions } from '../../../../transforms/mtu-bench/clustering/decisions.js';
import { DEFAULT_THRESHOLDS } from '../../../../transforms/mtu-bench/clustering/default-thresholds.js';
import type { Catalogue } from '../../../../transforms/mtu-bench/tools/catalogue.js';

interface ToolParts {
  readonly description?: string;
  readonly transactional?: boolean;
  readonly required?: readonly string[];
  readonly optional?: Readonly<Record<string, string>>;
  readonly results?: readonly string[];
  /** What documents state of some slots; the others are free text without a description. */
  readonly parameters?: Readonly<Record<string, Partial<ToolParameter>>>;
}

/** A tool document from `service.intent` and what matters of it. */
export function tool(id: string, parts: ToolParts = {}): ToolDocument {
  const [service = '', name = ''] = id.split('@')[0]?.split('.') ?? [];
  const { required = [], optional = {}, results = [] } = parts;
  const slots = [...new Set([...required, ...Object.keys(optional), ...results])];
  return {
    id,
    service,
    name,
    description: parts.description ?? '',
    transactional: parts.transactional ?? false,
    required,
    optional,
    results,
    parameters: Object.fromEntries(
      slots.map((slot) => [slot, { description: '', ...parts.parameters?.[slot] }]),
    ),
  };
}

/** A catalogue of these tools, each the intent of one split. */
export const catalogueOf = (...tools: readonly ToolDocument[]): Catalogue => ({
  tools: Object.fromEntries(tools.map((document) => [document.id, document])),
  ids: Object.fromEntries(tools.map(({ id }) => [`sgd/dev/${id}`, id])),
});

export const SETTINGS: ClusteringSettings = {
  embedder: { kind: 'lexical' },
  threshold: DEFAULT_THRESHOLDS.lexical.tool,
  parameterThreshold: DEFAULT_THRESHOLDS.lexical.parameter,
  descriptions: false,
  decisions: null,
};

/** Clusters with lexical vectors. */
export function clusterLexically(
  catalogue: Catalogue,
  settings: Partial<ClusteringSettings> = {},
  decisions?: ClusterDecisions,
): ClusteredCatalogue {
  const all = { ...SETTINGS, ...settings };
  const vectors = new Map(textsToEmbed(catalogue, all).map((text) => [text, lexicalVector(text)]));
  return clusterCatalogue(catalogue, vectors, LEXICAL_ID, all, decisions);
}

/** Clusters as lists of members, the medoid first. */
export const membersOf = ({ mapping }: ClusteredCatalogue): string[][] =>
  mapping.clusters.map(({ members }) => members.map(({ id }) => id));
