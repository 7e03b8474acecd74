import type { PlanItem } from '../../core/ultratool/item.js';
import { readCall } from '../../core/ultratool/call-string.js';

/**
 * A sample with other texts in its steps, values and documents, and in the question where a value stands in it.
 * @param texts those to be replaced @param by what replaces each
 */
export function withTexts(item: PlanItem, texts: readonly string[], by: readonly string[]): PlanItem {
  const pairs = texts.map((text, at) => [text, by[at] ?? text] as const);
  // Long texts first: a value may be a part of a step's text.
  pairs.sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  const values = new Map(pairs);
  const inText = (text: string): string =>
    pairs.reduce((now, [from, to]) => (from.length > 2 ? now.replaceAll(from, to) : now), text);
  const inDocument = (value: unknown): unknown => {
    if (typeof value === 'string') return values.get(value) ?? value;
    if (Array.isArray(value)) return value.map(inDocument);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inDocument(inner)]));
  };
  return {
    ...item,
    question: inText(item.question),
    plan: item.plan.map(({ step, tool }) => ({
      step: values.get(step) ?? inText(step),
      tool: readCall(tool) === undefined ? tool : inText(tool),
    })),
    tools: item.tools.map((tool) => ({ ...(inDocument(tool) as typeof tool), name: tool.name })),
  };
}
