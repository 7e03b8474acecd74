import { parseTree, type Node } from 'jsonc-parser';

/** A name that JavaScript treats as a list index; objects have such names first, sorted. */
const INDEX = /^(0|[1-9]\d*)$/;
const MAY_HAVE_INDEX = /"\d+"\s*:/;

/**
 * The value of a JSON text whose objects keep the order of the text. The order of a database's rows is the order of
 * results, and a row's id may be an integer, which `JSON.parse` moves to the front. An object that would lose its order
 * gets a proxy that lists its names in order, also for `JSON.stringify`; all others are plain objects.
 * @param json the parsed text, not nested deeply
 */
export function inOrderOfText(json: unknown, text: string): unknown {
  const tree = MAY_HAVE_INDEX.test(text) ? parseTree(text) : undefined;
  return tree === undefined ? json : inOrder(json, tree);
}

function inOrder(value: unknown, { children = [] }: Node): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part, at) => inOrder(part, children[at] ?? NOTHING));
  // A repeated name has its first position and its last value, as with `JSON.parse`.
  const nodes = new Map(
    children.map(({ children: [name, part = NOTHING] = [] }) => [String(name?.value), part]),
  );
  const ordered = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, inOrder(part, nodes.get(name) ?? NOTHING)]),
  );
  const names = [...nodes.keys()];
  return names.some((name) => INDEX.test(name)) ? new Proxy(ordered, { ownKeys: () => names }) : ordered;
}

const NOTHING: Node = { type: 'null', offset: 0, length: 0 };
