import { valueKey, type JsonValue } from '../../../core/canonical.js';
import { requiredOf } from '../../../core/ultratool/check-call.js';
import { callParts } from '../../../core/ultratool/call-string.js';
import { byText } from '../../../core/ids.js';
import type { PlanStep, UltraTool } from '../../../core/ultratool/records.js';
import { mergedSchema } from './merged-schema.js';
import { objectFrom } from '../../../core/json.js';

/** The part of a sample that a merge uses. */
export interface MergeablePlan {
  readonly plan: readonly PlanStep[];
  readonly tools: readonly UltraTool[];
}

/** All tools of one name, which samples may document differently. */
export interface ToolKind {
  readonly name: string;
  /** Allows each call that one of its documents allows. */
  readonly document: UltraTool;
  /** Number of different documents. */
  readonly documents: number;
  /** Number of calls in all plans. */
  readonly calls: number;
}

/** The tools of a set of samples by name, sorted. */
export function toolKindsOf(samples: readonly MergeablePlan[]): readonly ToolKind[] {
  const documents = new Map<string, Map<string, UltraTool>>();
  const calls = new Map<string, number>();
  for (const { plan, tools } of samples) {
    for (const tool of tools) {
      const known = documents.get(tool.name) ?? new Map<string, UltraTool>();
      documents.set(tool.name, known.set(valueKey(tool), tool));
    }
    for (const { tool } of plan) {
      const name = callParts(tool)?.name;
      if (name !== undefined) calls.set(name, (calls.get(name) ?? 0) + 1);
    }
  }
  return [...documents]
    .sort(([a], [b]) => byText(a, b))
    .map(([name, known]) => {
      // Sorted by text, so that the order of the samples does not matter.
      const ordered = [...known].sort(([a], [b]) => byText(a, b)).map(([, tool]) => tool);
      return {
        name,
        document: oneDocument(ordered),
        documents: ordered.length,
        calls: calls.get(name) ?? 0,
      };
    });
}

/** Merges the documents of tools with the same name. @param documents at least one */
function oneDocument(documents: readonly UltraTool[]): UltraTool {
  const [first] = documents;
  if (first === undefined || documents.length === 1) return first as UltraTool;
  const part = (which: 'arguments' | 'results'): UltraTool['arguments'] => {
    const names = [...new Set(documents.flatMap((tool) => Object.keys(tool[which].properties)))];
    return {
      type: first[which].type,
      properties: objectFrom(
        names.map((name) => [name, mergedSchema(documents.flatMap((tool) => ownSchema(tool[which], name)))]),
      ),
    };
  };
  const required = requiredOf(first).filter((name) =>
    documents.every((tool) => requiredOf(tool).includes(name)),
  );
  return {
    name: first.name,
    description: first.description,
    arguments: { ...part('arguments'), ...(required.length > 0 && { required }) },
    results: part('results'),
  };
}

const ownSchema = ({ properties }: UltraTool['arguments'], name: string): readonly JsonValue[] =>
  Object.entries(properties).flatMap(([own, schema]) => (own === name ? [schema] : []));
