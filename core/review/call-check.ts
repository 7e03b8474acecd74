import { canonicalJson, type JsonValue } from '../canonical.js';
import { ownPart } from '../own-part.js';
import type { EditProblem, ToolShown } from './api.js';
import { formatProblem, isEmptyValue, valueProblem } from './argument-value.js';

/** A call of a content, at its place. */
export interface ReviewedCall {
  /** Path of what names its tool: `turns.0.calls.1.tool`. */
  readonly toolPath: string;
  /** Path of its arguments: `turns.0.calls.1.arguments`. */
  readonly path: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, JsonValue>>;
  /** The call is a text, so its values are. */
  readonly written?: true;
  /** Arguments whose values are known only when the call is made. */
  readonly open?: ReadonlySet<string>;
}

/** The document of a tool, by the name in a call; undefined for a tool that the item may not call. */
export type FindDocument = (tool: string) => ToolShown | undefined;

/**
 * What an edited content's calls breach of their tools' documents: tools, arguments, required ones, types, allowed
 * values, ranges, forms. A breach that a reviewer was shown, and left, is a finding: corpora and published files have them.
 */
export function callProblems(
  shown: readonly ReviewedCall[],
  edited: readonly ReviewedCall[],
  documentOf: FindDocument,
): EditProblem[] {
  const before = new Before(shown);
  return edited.flatMap((call) => checkCall(call, before, documentOf(call.tool)));
}

/** What a kind says of an edit, and what its calls breach; of one place, what stops the edit, else the kind's own words. */
export function joinedProblems(own: readonly EditProblem[], calls: readonly EditProblem[]): EditProblem[] {
  const stops = new Set(own.filter(isStop).map(({ path }) => path));
  const told = new Set(own.map(({ path }) => path));
  const more = calls.filter((one) => (isStop(one) ? !stops.has(one.path) : !told.has(one.path)));
  const worse = new Set(more.filter(isStop).map(({ path }) => path));
  return [...own.filter((one) => isStop(one) || !worse.has(one.path)), ...more];
}
const isStop = ({ kind }: EditProblem): boolean => kind === 'problem';

const keyOf = (...parts: readonly unknown[]): string => canonicalJson(parts);

/** The calls as they were shown. A call may have moved since, so places do not count. */
class Before {
  readonly #tools: ReadonlySet<string>;
  readonly #calls: ReadonlySet<string>;
  readonly #values: ReadonlySet<string>;
  readonly #valuesOf = new Map<string, JsonValue[]>();

  constructor(calls: readonly ReviewedCall[]) {
    this.#tools = new Set(calls.map(({ tool }) => tool));
    this.#calls = new Set(calls.map(({ tool, args }) => keyOf(tool, args)));
    const values = calls.flatMap(({ tool, args }) =>
      Object.entries(args).map(([name, value]) => ({ tool, name, value })),
    );
    this.#values = new Set(values.map(({ tool, name, value }) => keyOf(tool, name, value)));
    for (const { tool, name, value } of values) {
      const key = keyOf(tool, name);
      this.#valuesOf.set(key, [...(this.#valuesOf.get(key) ?? []), value]);
    }
  }

  hasTool = (tool: string): boolean => this.#tools.has(tool);
  hasCall = ({ tool, args }: ReviewedCall): boolean => this.#calls.has(keyOf(tool, args));
  hasValue = (tool: string, name: string, value: JsonValue): boolean =>
    this.#values.has(keyOf(tool, name, value));
  valuesOf = (tool: string, name: string): readonly JsonValue[] =>
    this.#valuesOf.get(keyOf(tool, name)) ?? [];
}

function checkCall(call: ReviewedCall, before: Before, document: ToolShown | undefined): EditProblem[] {
  const { tool, args, path, toolPath, written = false } = call;
  if (document === undefined)
    return [
      said(toolPath, 'expected a tool that this item may call, found ' + quoted(tool), before.hasTool(tool)),
    ];
  const missing = document.parameters
    .filter(({ name, required }) => required && !Object.hasOwn(args, name))
    .map(({ name }) =>
      said(`${path}.${name}`, 'expected a value, found none; the tool requires it', before.hasCall(call)),
    );
  const found = Object.entries(args).flatMap(([name, value]): EditProblem[] => {
    const at = `${path}.${name}`;
    const same = before.hasValue(tool, name, value);
    const parameter = document.parameters.find((one) => one.name === name);
    if (parameter === undefined)
      return [said(at, `expected an argument of ${document.name}, found ${quoted(name)}`, same)];
    if (call.open?.has(name)) return [];
    const wrong = valueProblem(parameter, value, written);
    if (wrong !== undefined) return [said(at, wrong, same)];
    const form = formatProblem(parameter, value);
    // Some corpora have days and times in the words of the conversation, whatever a schema says.
    const worded = before.valuesOf(tool, name).some((one) => formatProblem(parameter, one) !== undefined);
    if (form !== undefined) return same ? [] : [said(at, form, worded)];
    return isEmptyValue(value) && !parameter.enum?.includes('') && parameter.default !== '' && !same
      ? [said(at, 'it is empty; remove it unless the tool is to be given nothing', true)]
      : [];
  });
  return [...missing, ...found];
}

const quoted = (text: string): string => `“${text}”`;
const said = (path: string, text: string, finding: boolean): EditProblem => ({
  ...{ path, text, kind: finding ? 'finding' : 'problem' },
});

/** A call of a content of unknown shape; undefined where it is none. */
export function reviewedCall(
  call: unknown,
  path: string,
  names: { readonly tool: string; readonly args: string },
): ReviewedCall | undefined {
  if (typeof call !== 'object' || call === null) return undefined;
  const parts = call as Readonly<Record<string, JsonValue>>;
  const tool = ownPart(parts, names.tool);
  const args = ownPart(parts, names.args);
  if (typeof tool !== 'string' || typeof args !== 'object' || args === null || Array.isArray(args))
    return undefined;
  return {
    tool,
    args: args as Readonly<Record<string, JsonValue>>,
    toolPath: `${path}.${names.tool}`,
    path: `${path}.${names.args}`,
  };
}
