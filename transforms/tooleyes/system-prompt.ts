import type { ToolDocument } from '../../core/tooleyes/library.js';
import type { PromptKind } from '../../core/tooleyes/test-record.js';
import { readPythonLiteral } from '../python/literal.js';
import { asciiText, pythonLine } from '../python/python-line.js';
import { pythonStrip } from '../python/text.js';
import { dictValue, isPythonDict, type PythonDict } from '../python/values.js';

/* The words by which ToolEyes' evaluator finds the documents in a system prompt (formats/tooleyes.md 3). */
export const TOOLS_MARK = 'Specifically, you have access of the following tools:';
export const EXAMPLES_MARK = 'You should reply in the format of the examples.';
export const BEGIN_MARK = "Let's Begin!";

/** A system prompt of a kind, with the documents as `documentsText` has them. */
export type SystemPrompts = Readonly<Record<PromptKind, (documents: string) => string>>;

/** Documents as they stand in prompts: `json.dumps(…)`, which is a Python expression as long as all values are texts. */
export const documentsText = (tools: readonly ToolDocument[]): string => pythonLine(tools, asciiText);

/** Where the documents go in a published template, and the examples. */
const DOCUMENTS = '{Tool Document}';
const EXAMPLES = '{examples}';

/** The files of ToolEyes' `Resources` folder. */
export interface PublishedTemplates {
  readonly zero: string;
  readonly five: string;
  readonly examples: string;
}

/** Prompts made of ToolEyes' own templates, as its preparation script makes them. */
export const publishedPrompts = ({ zero, five, examples }: PublishedTemplates): SystemPrompts => ({
  zero: (documents) => zero.replaceAll(DOCUMENTS, () => documents),
  five: (documents) => five.replaceAll(DOCUMENTS, () => documents).replaceAll(EXAMPLES, () => examples),
});

/** What stands before and after the documents in a prompt. */
export interface PromptFrame {
  readonly before: string;
  readonly after: string;
}

const ENDS = [EXAMPLES_MARK, BEGIN_MARK].map((mark) => `\n\n${mark}`);

/** A prompt cut at its documents; undefined for a prompt without ToolEyes' marks. */
export function frameOf(prompt: string): (PromptFrame & { readonly documents: string }) | undefined {
  const mark = `${TOOLS_MARK}\n`;
  const start = prompt.lastIndexOf(mark);
  if (start === -1) return undefined;
  const from = start + mark.length;
  const [end] = ENDS.map((one) => prompt.indexOf(one, from))
    .filter((at) => at !== -1)
    .sort((a, b) => a - b);
  if (end === undefined) return undefined;
  return { before: prompt.slice(0, from), documents: prompt.slice(from, end), after: prompt.slice(end) };
}

/** A tool as the evaluator has it: it reads nothing but these. */
export interface PromptedTool {
  readonly name: string;
  readonly properties: ReadonlySet<unknown>;
  readonly required: readonly unknown[];
}

/**
 * The tools that a system prompt offers, read as the evaluator does, but as a literal and not as code.
 * @returns undefined where the evaluator would end, or find no list of tools
 */
export function promptedTools(prompt: string): readonly PromptedTool[] | undefined {
  const [text = ''] = (prompt.split(TOOLS_MARK).at(-1) ?? '').split(EXAMPLES_MARK);
  const [documents = ''] = text.split(BEGIN_MARK);
  let list: unknown;
  try {
    list = readPythonLiteral(pythonStrip(documents));
  } catch {
    return undefined;
  }
  if (!Array.isArray(list)) return undefined;
  const tools = list.map(promptedTool);
  return tools.every((tool) => tool !== undefined) ? tools : undefined;
}

function promptedTool(document: unknown): PromptedTool | undefined {
  if (!isPythonDict(document)) return undefined;
  const name = dictValue(document, 'name')?.value;
  const parameters = dictValue(document, 'parameters')?.value;
  if (typeof name !== 'string' || !isPythonDict(parameters)) return undefined;
  const properties = dictValue(parameters, 'properties')?.value;
  // The evaluator looks beside the parameters first.
  const required = (dictValue(document, 'required') ?? dictValue(parameters, 'required'))?.value;
  if (!isPythonDict(properties) || !Array.isArray(required)) return undefined;
  return { name, properties: new Set(keysOf(properties)), required };
}

const keysOf = (dict: PythonDict): readonly unknown[] =>
  dict instanceof Map ? [...(dict as ReadonlyMap<unknown, unknown>).keys()] : Object.keys(dict);
