import { valueKey, type JsonValue } from '../../core/canonical.js';
import { factValues, isStatable, snakeName, type Fact } from '../../core/facts.js';
import { ownPart } from '../../core/own-part.js';
import { objectFrom } from '../../core/json.js';
import { seededRandom } from '../../core/random.js';
import {
  fullApiName,
  type ApiParameter,
  type LibraryApi,
  type LibraryTool,
} from '../../core/tool-library.js';

/** An API that may be probed. */
export interface ProbedApi {
  readonly tool: string;
  /** Full name. */
  readonly name: string;
  readonly api: LibraryApi;
}

/** A call that shows which data exists. */
export interface ProbeCall extends ProbedApi {
  readonly args: Readonly<Record<string, JsonValue>>;
}

/** Maximum number of calls per API and round. */
const CALLS_OF_ONE = 3;
/** Number of rows requested from listings that have such a parameter; few enough that the answer is not truncated. */
const ROWS = 20;
const ROW_LIMIT = /^(?:limit|per_page|page_size|max_results|count|size|rows|top)$/;
/** Names of parameters for search terms. */
const SEARCH = /^(?:q|query|search|search_terms?|words?|keywords?|terms?|text)$/;
/** Fields whose values people search for. */
const TITLE = /^(?:title|name|label|subject|display_name|full_name)$/;

export const apisOfLibrary = (tools: readonly LibraryTool[]): ProbedApi[] =>
  tools.flatMap((tool) => tool.apis.map((api) => ({ tool: tool.name, name: fullApiName(tool, api), api })));

/** The values that a document gives for a parameter: its default, otherwise its enum and examples. */
function givenValues(parameter: ApiParameter): readonly JsonValue[] {
  if (parameter.default !== undefined) return [parameter.default];
  const named = parameter as unknown as Readonly<Record<string, JsonValue>>;
  const values = ['enum', 'example', 'examples'].flatMap((name): readonly JsonValue[] => {
    const value = ownPart(named, name);
    if (value === undefined) return [];
    return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  });
  if (values.length > 0) return values.slice(0, CALLS_OF_ONE);
  return parameter.type === 'BOOLEAN' ? [true] : [];
}

/** The required parameters for which a document gives no value. */
export const missingValues = ({ required }: Pick<LibraryApi, 'required'>): ApiParameter[] =>
  required.filter((parameter) => givenValues(parameter).length === 0);

/** The first round: APIs that need only values of their documents. */
export const listingCalls = (apis: readonly ProbedApi[]): ProbeCall[] =>
  inTurn(apis.filter(({ api }) => missingValues(api).length === 0).map((one) => callsWith(one, [{}])));

/**
 * The second round: APIs whose other arguments were found. @param facts the results of the first round
 * @param seed decides which of the found values are used
 */
export function lookupCalls(
  apis: readonly ProbedApi[],
  facts: readonly Fact[],
  seed: number,
): { readonly calls: ProbeCall[]; readonly unknown: readonly { name: string; parameter: string }[] } {
  const unknown: { name: string; parameter: string }[] = [];
  const waiting = apis.filter(({ api }) => missingValues(api).length > 0);
  const calls = waiting.map((one) => {
    const missing = missingValues(one.api);
    const without = missing.find((parameter) => valuesFor(parameter, one, facts).length === 0);
    if (without === undefined) return callsWith(one, foundArguments(missing, one, facts, seed));
    unknown.push({ name: one.name, parameter: without.name });
    return [];
  });
  return { calls: inTurn(calls), unknown };
}

/** Interleaves the calls of the APIs, so that a limited budget covers as many APIs as possible. */
const inTurn = (calls: readonly (readonly ProbeCall[])[]): ProbeCall[] =>
  Array.from({ length: CALLS_OF_ONE }, (_, at) => calls.flatMap((of) => of[at] ?? [])).flat();

/** Calls with these arguments and the document's values; a parameter with several values gives one call per value. */
function callsWith(one: ProbedApi, found: readonly Readonly<Record<string, JsonValue>>[]): ProbeCall[] {
  const given = one.api.required
    .map((parameter) => ({ name: parameter.name, values: givenValues(parameter) }))
    .filter(({ values }) => values.length > 0);
  const several = Math.max(found.length, ...given.map(({ values }) => values.length));
  const calls = Array.from({ length: Math.min(several, CALLS_OF_ONE) }, (_, at) => {
    const args = new Map<string, JsonValue>();
    for (const { name, values } of given) args.set(name, values[at % values.length] ?? null);
    for (const [name, value] of Object.entries(found[at % found.length] ?? {})) args.set(name, value);
    for (const { name, type } of one.api.optional)
      if (ROW_LIMIT.test(snakeName(name)) && /NUMBER|FLOAT/.test(type)) args.set(name, ROWS);
    return { ...one, args: objectFrom(args) };
  });
  return [...new Map(calls.map((call) => [valueKey(call.args), call])).values()];
}

/** A possible argument value, with the fact that has it. */
interface Candidate {
  readonly value: JsonValue;
  readonly fact: number;
}

/**
 * Arguments for the parameters without a value: from a single fact if one has all of them, otherwise drawn for each
 * parameter.
 */
function foundArguments(
  missing: readonly ApiParameter[],
  one: ProbedApi,
  facts: readonly Fact[],
  seed: number,
): Record<string, JsonValue>[] {
  const candidates = missing.map((parameter) => valuesFor(parameter, one, facts));
  const random = seededRandom(seed, 'probe', one.name);
  const [first = [], ...others] = candidates;
  const whole = first.filter(({ fact }) => others.every((of) => of.some((other) => other.fact === fact)));
  const order = random.sample(whole.length > 0 ? whole : first, CALLS_OF_ONE);
  return order.map(({ value, fact }) => {
    return objectFrom(
      missing.map(({ name }, at): [string, JsonValue] => {
        const of = candidates[at] ?? [];
        const own = of.find((other) => other.fact === fact) ?? random.sample(of, 1)[0];
        return [name, at === 0 ? value : (own?.value ?? null)];
      }),
    );
  });
}

/**
 * Values of facts for a parameter, by the first rule that finds any: the `id` of what the parameter names (`book_id`,
 * or `id` in `/books/{id}`) or a field named after that; a field with the parameter's name; for search terms, a title.
 */
function valuesFor(parameter: ApiParameter, one: ProbedApi, facts: readonly Fact[]): Candidate[] {
  const name = snakeName(parameter.name);
  const values = facts.flatMap(({ fact, api, tools }, at) =>
    factValues(fact)
      .filter(({ value }) => isStatable(value) && fits(value, parameter))
      .map((leaf) => ({
        ...leaf,
        field: snakeName(leaf.name),
        at,
        api: api ?? '',
        own: tools.includes(one.tool),
      })),
  );
  const found = (matches: (leaf: (typeof values)[number]) => boolean): Candidate[] => {
    const all = values.filter(matches);
    const own = all.filter((leaf) => leaf.own);
    const seen = new Set<string>();
    return (own.length > 0 ? own : all).flatMap(({ value, at }) => {
      const key = valueKey(value);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ value, fact: at }];
    });
  };
  const noun = nounOf(parameter, one.api);
  if (noun !== undefined) {
    const ids = found(({ field, path, api }) => field === 'id' && !path.includes('.') && speaksOf(api, noun));
    const named = found(({ field }) => field === `${noun}_id` || field === noun);
    if (ids.length + named.length > 0) return ids.length > 0 ? ids : named;
  }
  const same = name === 'id' ? [] : found(({ field }) => field === name);
  if (same.length > 0) return same;
  return SEARCH.test(name) ? found(({ field }) => TITLE.test(field)) : [];
}

const fits = (value: JsonValue, { type }: ApiParameter): boolean =>
  typeof value === 'string'
    ? type === '' || type.includes('STRING')
    : type === '' || /NUMBER|FLOAT/.test(type);

/** What a parameter identifies: `book` for `book_id`, and for `id` in `/books/{id}`. */
function nounOf({ name }: ApiParameter, { origin }: LibraryApi): string | undefined {
  const snake = snakeName(name);
  const [, noun] = /^(.+)_(?:id|uuid|key|code|number|slug)$/.exec(snake) ?? [];
  if (noun !== undefined) return noun;
  if (!/^(?:id|uuid|slug|key|code)$/.test(snake) || origin.kind !== 'openapi') return undefined;
  const place = origin.places.find((one) => one.name === name);
  const before = /([^/{}]+)\/\{([^{}]+)\}/g;
  for (const [, segment = '', of = ''] of origin.path.matchAll(before))
    if (of === (place?.as ?? name)) return singular(snakeName(segment));
  return undefined;
}

const singular = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : /(?:ss|us)$/.test(word) ? word : word.replace(/s$/, '');

/** Whether an API's name contains a noun: `Catalogue.list_books` for `book`. */
const speaksOf = (api: string, noun: string): boolean =>
  snakeName(api)
    .split('_')
    .some(
      (word) =>
        singular(word) === singular(noun) || singular(word) === singular(noun.split('_').at(-1) ?? ''),
    );
