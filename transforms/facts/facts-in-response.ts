import { canonicalJson, type JsonValue } from '../../core/canonical.js';
import { factValues, isStatable, type Fact } from '../../core/facts.js';
import { putPart } from '../../core/own-record.js';
import { isIdName } from './identifiers.js';

/** How deep lists are looked for in a response: `{ data: { items: [{ … }] } }`. */
const DEPTH = 4;
/** Fields that a fact keeps, and entries of a list in one. */
const MOST_FIELDS = 15;
const MOST_ENTRIES = 5;

type Fields = Readonly<Record<string, JsonValue>>;
const isObject = (value: JsonValue): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The records in a response, each once: the objects of its lists, be they inside of others, and the object itself where it
 * is one. A list of texts or numbers gives a record for each.
 */
export function factsInResponse(response: JsonValue): Fact['fact'][] {
  const inner = listsIn(response, '', DEPTH).flatMap(({ name, list }) =>
    list.map((one) => (isObject(one) ? one : { [name || 'value']: one })),
  );
  const own =
    isObject(response) && (isRecord(response) || (inner.length === 0 && saysText(response)))
      ? [response]
      : [];
  const records = [...own, ...inner];
  const found = new Map(
    records.flatMap((record) => {
      const fact = short(record);
      return factValues(fact).some(({ value }) => isStatable(value)) ? [[canonicalJson(fact), fact]] : [];
    }),
  );
  return [...found.values()];
}

/** The outermost lists of a value that hold objects, else those that hold texts or numbers. */
function listsIn(
  value: JsonValue,
  name: string,
  depth: number,
): { readonly name: string; readonly list: readonly JsonValue[] }[] {
  if (Array.isArray(value)) return [{ name, list: value.filter((one: JsonValue) => one !== null) }];
  if (!isObject(value) || depth === 0) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => listsIn(part, key, depth - 1));
  const ofObjects = inner.filter(({ list }) => list.some(isObject));
  // A single record has lists of its own, such as tags: it is the fact.
  return ofObjects.length > 0 ? ofObjects : isEnvelope(value) ? inner : [];
}

/** Whether an object that has lists is itself something: a book with books like it, not an answer with a page of them. */
const isRecord = (value: Fields): boolean =>
  Object.keys(value).some((name) => isIdName(name) || /^(?:title|name)$/i.test(name));

/** Whether an object has a text: one of numbers alone is a count or a status. */
const saysText = (value: Fields): boolean =>
  factValues(value).some((leaf) => typeof leaf.value === 'string' && isStatable(leaf.value));

/** Whether an object only wraps a list: it says nothing itself but counts and the like. */
const isEnvelope = (value: Fields): boolean =>
  !Object.values(value).some((part) => typeof part === 'string' && part !== '');

/** A record without long texts, with single values and short lists. */
function short(record: Fields): Fact['fact'] {
  const fact: Fact['fact'] = {};
  for (const [name, value] of Object.entries(record)) {
    if (Object.keys(fact).length === MOST_FIELDS) break;
    const kept = keptOf(value, 2);
    if (kept !== undefined) putPart(fact, name, kept);
  }
  return fact;
}

function keptOf(value: JsonValue, depth: number): JsonValue | undefined {
  if (typeof value === 'string') return isStatable(value) ? value : undefined;
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) {
    const entries = value
      .map((one: JsonValue) => (isObject(one) ? undefined : keptOf(one, depth - 1)))
      .filter((one) => one !== undefined);
    return entries.length === 0 ? undefined : entries.slice(0, MOST_ENTRIES);
  }
  const parts = Object.entries(value as Fields).flatMap(([name, part]) => {
    const kept = keptOf(part, depth - 1);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts.slice(0, MOST_FIELDS));
}
