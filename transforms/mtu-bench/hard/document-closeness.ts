import { byText } from '../../../core/ids.js';
import type { ToolDocument } from '../../../core/tool.js';
import { ownPart } from '../../../core/own-part.js';
import type { Closeness } from '../clustering/closeness.js';
import { comparableWords } from '../splitting/shingles.js';

/** Neighbours kept per tool. */
const NEIGHBOURS = 100;
/** Weight of a word in each part of a document. */
const WEIGHTS = { name: 2, description: 2, parameter: 1, value: 0.5 } as const;
/** Verbs that begin tool names of any service, and words without content: they do not make tools confusable. */
const COMMON = new Set(
  'a an and any at by for from in into is it of on or the their to with you your get find search look lookup check show list book buy reserve make add create set play name number type'.split(
    ' ',
  ),
);

/**
 * Tool similarity by the content of documents: subjects, parameters and allowed values, with higher weights for rare
 * words (tf-idf, cosine). By names alone, a common word such as "Get" made tools neighbours.
 * @param tools documents after clustering
 */
export function documentCloseness(tools: readonly ToolDocument[]): Closeness {
  const bags = tools.map(bagOf);
  const frequency = new Map<string, number>();
  for (const bag of bags) for (const word of bag.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const vectors = bags.map((bag) =>
    unit(bag, (word) => Math.log(1 + tools.length / (frequency.get(word) ?? 1))),
  );
  return Object.fromEntries(
    tools.map(({ id }, at) => [
      id,
      tools
        .map((other, n) => ({ tool: other.id, distance: 1 - product(vectors[at], vectors[n]) }))
        .filter(({ tool }) => tool !== id)
        .sort((a, b) => a.distance - b.distance || byText(a.tool, b.tool))
        .slice(0, NEIGHBOURS),
    ]),
  );
}

function bagOf(document: ToolDocument): Map<string, number> {
  const bag = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) bag.set(word, (bag.get(word) ?? 0) + weight);
  };
  add(document.name, WEIGHTS.name);
  add(document.description, WEIGHTS.description);
  for (const parameter of [...document.required, ...Object.keys(document.optional)]) {
    add(parameter, WEIGHTS.parameter);
    for (const value of ownPart(document.parameters, parameter)?.values ?? []) add(value, WEIGHTS.value);
  }
  return bag;
}

/** Words of names too: `GetTimesForMovie` and `movie_name`. Plurals count as singulars. */
const wordsOf = (text: string): string[] =>
  comparableWords(text.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' '))
    .filter((word) => !COMMON.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

function unit(bag: ReadonlyMap<string, number>, weightOf: (word: string) => number): Map<string, number> {
  const weighted = [...bag].map(([word, count]) => [word, count * weightOf(word)] as const);
  const length = Math.sqrt(weighted.reduce((sum, [, weight]) => sum + weight * weight, 0));
  return new Map(length === 0 ? [] : weighted.map(([word, weight]) => [word, weight / length]));
}

function product(
  a: ReadonlyMap<string, number> = new Map(),
  b: ReadonlyMap<string, number> = new Map(),
): number {
  let sum = 0;
  for (const [word, weight] of a) sum += weight * (b.get(word) ?? 0);
  return sum;
}
