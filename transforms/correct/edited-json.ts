import { parseTree, type Node } from 'jsonc-parser';
import { canonicalJson, type JsonValue } from '../../core/canonical.js';
import { aligned } from './aligned.js';
import { editedString, writtenString } from './json-string.js';
import { isJsonObject, isNested, parseJson, sameAsWritten, writeJson } from '../../core/json.js';

/** An object with significant member order, unlike a plain object. */
export class Ordered {
  constructor(readonly members: readonly (readonly [string, JsonValue])[]) {}
}

/** The new value of a node. */
export type WantedValue = JsonValue | Ordered;

/** Formatting of a text: separators, and whether non-ASCII is escaped. */
interface Style {
  readonly comma: string;
  readonly colon: string;
  readonly ascii: boolean;
}

/** Parses JSON into a tree. @throws Error for text that `JSON.parse` rejects */
export function jsonTree(text: string): Node {
  const tree = parseTree(text);
  if (tree === undefined) throw new Error('a text without a JSON value');
  return tree;
}

/** Duplicate names in objects: `JSON.parse` keeps only the last. */
export function repeatedNames(node: Node): string[] {
  const children = node.children ?? [];
  const names = node.type === 'object' ? children.map(nameOf) : [];
  return [...names.filter((name, at) => names.indexOf(name) !== at), ...children.flatMap(repeatedNames)];
}

/** Name of a property. */
export const nameOf = (property: Node): string => String(property.children?.[0]?.value);

/** Value of a property. */
export function valueOf(property: Node): Node {
  const node = property.children?.[1];
  if (node === undefined) throw new Error('a property without a value');
  return node;
}

/** The value of a node. */
export const parsedNode = (text: string, node: Node): JsonValue => parseJson(rawOf(text, node)) as JsonValue;

const rawOf = (text: string, { offset, length }: Node): string => text.slice(offset, offset + length);

/**
 * Replaces some members of a JSON object and keeps all other text: spacing, spelling of escapes and numbers, order of
 * names. New text follows the text's formatting.
 * @param wanted new values by name; unknown names are ignored
 */
export function editedJson(text: string, tree: Node, wanted: ReadonlyMap<string, WantedValue>): string {
  const editor = new Editor(text, styleOf(text, tree));
  let [edited, at] = ['', 0];
  for (const property of tree.children ?? []) {
    const value = wanted.get(nameOf(property));
    if (value === undefined) continue;
    const node = valueOf(property);
    edited += text.slice(at, node.offset) + editor.rendered(node, value);
    at = node.offset + node.length;
  }
  return edited + text.slice(at);
}

function styleOf(text: string, { children = [] }: Node): Style {
  const [first, second] = children;
  const [name, value] = first?.children ?? [];
  return {
    comma: first && second ? between(text, first, second) : ', ',
    colon: name && value ? between(text, name, value) : ': ',
    ascii: !/[^\0-\x7f]/.test(text),
  };
}

const between = (text: string, a: Node, b: Node): string => text.slice(a.offset + a.length, b.offset);

/** A member of a container to be written. */
interface Part {
  /** Index of the old member, if it replaces one. */
  readonly old: number | undefined;
  readonly text: string;
}

class Editor {
  constructor(
    readonly text: string,
    readonly style: Style,
  ) {}

  /** The text of a node with a new value. */
  rendered(node: Node, wanted: WantedValue): string {
    const { children = [], type } = node;
    if (wanted instanceof Ordered && type === 'object') return this.#object(node, wanted.members, true);
    if (wanted instanceof Ordered) return this.#written(wanted);
    // The digits of a number count, because a file is corrected character by character.
    if (sameAsWritten(parsedNode(this.text, node), wanted)) return rawOf(this.text, node);
    if (type === 'string' && typeof wanted === 'string')
      return editedString(rawOf(this.text, node), wanted, this.style.ascii);
    if (type === 'array' && Array.isArray(wanted)) {
      const values = wanted as readonly JsonValue[];
      const before = children.map((child) => canonicalJson(parsedNode(this.text, child)));
      const found = aligned(before, values.map(canonicalJson));
      return this.#joined(
        node,
        values.map((value, at) => {
          const old = found[at];
          const child = old === undefined ? undefined : children[old];
          return { old, text: child ? this.rendered(child, value) : this.#written(value) };
        }),
      );
    }
    if (type === 'object' && isJsonObject(wanted)) return this.#object(node, Object.entries(wanted), false);
    return this.#written(wanted);
  }

  #object(node: Node, wanted: readonly (readonly [string, JsonValue])[], ordered: boolean): string {
    const { children = [] } = node;
    const names = children.map(nameOf);
    const members = ordered ? wanted : this.#inOldOrder(children, wanted);
    const found = aligned(
      names,
      members.map(([name]) => name),
    );
    return this.#joined(
      node,
      members.map(([name, value], at) => {
        const old = found[at];
        const property = old === undefined ? undefined : children[old];
        return { old, text: property ? this.#member(property, name, value) : this.#newMember(name, value) };
      }),
    );
  }

  /** Members in text order: kept ones, renamed ones in place, new ones at the end. */
  #inOldOrder(
    children: readonly Node[],
    wanted: readonly (readonly [string, JsonValue])[],
  ): (readonly [string, JsonValue])[] {
    const left = new Map(wanted);
    const has = new Set(children.map(nameOf));
    const members = children.flatMap((child) => {
      const value = left.get(nameOf(child));
      const said = value === undefined ? parsedNode(this.text, valueOf(child)) : undefined;
      const [name, now] =
        value === undefined
          ? ([...left].find(([other, one]) => !has.has(other) && sameAsWritten(said ?? null, one)) ?? [])
          : [nameOf(child), value];
      if (name === undefined || now === undefined) return [];
      left.delete(name);
      return [[name, now] as const];
    });
    return [...members, ...left];
  }

  #member(property: Node, name: string, value: JsonValue): string {
    const key = property.children?.[0];
    if (key === undefined) return this.#newMember(name, value);
    const node = valueOf(property);
    const named =
      key.value === name
        ? rawOf(this.text, key)
        : editedString(rawOf(this.text, key), name, this.style.ascii);
    return `${named}${between(this.text, key, node)}${this.rendered(node, value)}`;
  }

  #newMember(name: string, value: JsonValue): string {
    return `${writtenString(name, this.style.ascii)}${this.style.colon}${this.#written(value)}`;
  }

  /** A container with new members; separators between remaining neighbours are kept. */
  #joined(node: Node, parts: readonly Part[]): string {
    const { children = [] } = node;
    const raw = rawOf(this.text, node);
    const [first, second] = children;
    const last = children.at(-1);
    const open = first ? this.text.slice(node.offset, first.offset) : raw.charAt(0);
    const close = last ? raw.slice(last.offset + last.length - node.offset) : raw.slice(-1);
    if (parts.length === 0) return `${raw.charAt(0)}${raw.slice(-1)}`;
    const comma = first && second ? between(this.text, first, second) : this.style.comma;
    const inner = parts.map(({ old, text }, at) => {
      if (at === 0) return text;
      const [a, b] = [children[(old ?? 0) - 1], children[old ?? 0]];
      const neighbours = old !== undefined && parts[at - 1]?.old === old - 1 && a && b;
      return `${neighbours ? between(this.text, a, b) : comma}${text}`;
    });
    return `${open}${inner.join('')}${close}`;
  }

  #written(value: WantedValue): string {
    const { comma, colon, ascii } = this.style;
    if (typeof value === 'string') return writtenString(value, ascii);
    if (!isNested(value)) return writeJson(value);
    if (Array.isArray(value))
      return `[${(value as readonly JsonValue[]).map((one) => this.#written(one)).join(comma)}]`;
    const members =
      value instanceof Ordered ? value.members : Object.entries(value as Readonly<Record<string, JsonValue>>);
    return `{${members.map(([name, one]) => `${writtenString(name, ascii)}${colon}${this.#written(one)}`).join(comma)}}`;
  }
}
