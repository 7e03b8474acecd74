import { addOne, inOrder } from '../../../core/counts.js';
import type { CreationCounts, ToolDocumentLine } from '../../../core/mtu-bench/creation.js';
import {
  NO_PREFERENCE,
  type ParameterType,
  type ToolDocument,
  type ToolParameter,
} from '../../../core/tool.js';
import type { ToolCluster } from '../../../core/mtu-bench/tool-mapping.js';
import type { ClusteredCatalogue } from '../clustering/cluster-catalogue.js';
import type { Catalogue } from '../tools/catalogue.js';

/** Tools with what their slots are called, as the run has them since clustering. */
export type ClusteredTools = Pick<ClusteredCatalogue, 'catalogue' | 'naming'>;

interface WrittenSlot {
  readonly name: string;
  readonly type: ParameterType;
  readonly description: string;
}
interface WrittenParameter extends WrittenSlot {
  readonly format: '' | NonNullable<ToolParameter['format']>;
  readonly enum: readonly string[];
}

/** A document as a model wrote it. */
export interface WrittenDocument {
  readonly description: string;
  readonly required: readonly WrittenParameter[];
  readonly optional: readonly (WrittenParameter & { readonly default: string })[];
  readonly results: readonly WrittenSlot[];
}

/** Clusters whose tools a model made, all of them: where a schema has one, the schema's words stand. */
export const modelMade = (clusters: readonly ToolCluster[]): ToolCluster[] =>
  clusters.filter(({ members }) => members.every(({ origin }) => origin === 'model'));

/** What a model is asked to document: a cluster's tool with all that was said of it. */
export function toDocument(
  { id, members }: ToolCluster,
  { catalogue: { tools } }: ClusteredTools,
  proposed: Catalogue,
): {
  name: string;
  domain: string;
  descriptions: string[];
  parameters: { name: string; description: string; required: boolean }[];
  results: { name: string; description: string }[];
} {
  const tool = tools[id];
  if (tool === undefined) throw new Error(`no tool ${id} since clustering`);
  const described = (name: string): string => tool.parameters[name]?.description ?? '';
  const told = members.flatMap((member) => proposed.tools[member.id]?.description ?? []);
  return {
    name: tool.name,
    domain: tool.service,
    descriptions: [...new Set(told)].slice(0, MOST_DESCRIPTIONS),
    parameters: [
      ...tool.required.map((name) => ({ name, description: described(name), required: true })),
      ...Object.keys(tool.optional).map((name) => ({ name, description: described(name), required: false })),
    ],
    results: tool.results.map((name) => ({ name, description: described(name) })),
  };
}

/** Descriptions of one tool that a prompt shows. */
const MOST_DESCRIPTIONS = 12;

/** The tools with the documents that a model wrote; the others stay as clustering left them. */
export function withDocuments(
  { catalogue, naming }: ClusteredTools,
  clusters: readonly ToolCluster[],
  written: ReadonlyMap<string, WrittenDocument>,
): ClusteredTools {
  const proposed = new Set(
    clusters.flatMap(({ members }) => members.flatMap(({ id, origin }) => (origin === 'model' ? [id] : []))),
  );
  const { members = {} } = catalogue;
  return {
    naming,
    catalogue: {
      ...catalogue,
      tools: Object.fromEntries(
        Object.entries(catalogue.tools).map(([id, tool]) => {
          const document = written.get(id);
          return [id, document === undefined ? tool : documented(tool, document)];
        }),
      ),
      // Calls of what a model proposed are written by the cluster's document: none of it is ever shown alone.
      members: Object.fromEntries(Object.entries(members).filter(([id]) => !proposed.has(id))),
    },
  };
}

function documented(tool: ToolDocument, written: WrittenDocument): ToolDocument {
  const parameters: Record<string, ToolParameter> = {};
  for (const { name, type, description } of written.results)
    parameters[name] = { type, description: description.trim() };
  for (const { name, type, format, description, enum: values } of [...written.required, ...written.optional])
    parameters[name] = {
      ...{ type, description: description.trim() },
      ...(values.length > 0 && { values: [...new Set(values)] }),
      ...(format !== '' && { format }),
    };
  return {
    ...tool,
    description: written.description.trim(),
    required: written.required.map(({ name }) => name),
    optional: Object.fromEntries(
      written.optional.map(({ name, default: value }) => [name, value === '' ? NO_PREFERENCE : value]),
    ),
    results: written.results.map(({ name }) => name),
    parameters,
  };
}

/** The sums of these lines. */
export function countDocumented(lines: readonly ToolDocumentLine[]): CreationCounts['documents'] {
  const asProposed: Record<string, number> = {};
  for (const { outcome, reason = '' } of lines) if (outcome === 'as proposed') addOne(asProposed, reason);
  return {
    documented: lines.filter(({ outcome }) => outcome === 'documented').length,
    asProposed: inOrder(asProposed),
  };
}
