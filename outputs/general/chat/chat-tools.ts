import type { ToolDocument, ToolParameter, ValueFormat } from '../../../core/tool.js';
import type { OfferedTool } from '../../../transforms/mtu-bench/offering/offered-tools.js';

/** A parameter in JSON Schema. All values of the corpora are strings: "True", "2", "2019-03-01". */
export interface ParameterSchema {
  /** A list where several values may be given. */
  readonly type: 'string' | readonly ['string', 'array'];
  readonly description: string;
  readonly enum?: readonly string[];
  readonly format?: 'date';
  readonly default?: string;
}

/** A tool as chat interfaces take it; OpenAI and Anthropic differ in the names around it only. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
}

/** Letters, digits, `_` and `-`, at most so many: what both interfaces allow in a tool's name. */
const NAME_LENGTH = 64;

/** Names that the interfaces allow, by the names that things have; each another. */
export function allowedNames(names: readonly string[]): ReadonlyMap<string, string> {
  const allowed = new Map<string, string>();
  for (const name of names) allowed.set(name, freeName(name, new Set(allowed.values())));
  return allowed;
}

/** The tools offered with an item, and the name that each id has among them. */
export function chatTools(offered: readonly OfferedTool[]): {
  tools: ChatTool[];
  nameOf: (tool: string) => string;
} {
  const names = new Map<string, string>();
  const tools = offered.map(({ name, document }) => {
    const allowed = freeName(name, new Set(names.values()));
    names.set(document.id, allowed);
    return chatTool(allowed, document);
  });
  return { tools, nameOf: (tool) => names.get(tool) ?? tool };
}

/** The name in the characters that are allowed, another than those taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, NAME_LENGTH) || '_';
  let free = base;
  for (let n = 2; taken.has(free); n++) free = `${base.slice(0, NAME_LENGTH - `_${n}`.length)}_${n}`;
  return free;
}

function chatTool(name: string, document: ToolDocument): ChatTool {
  const parameters = [...document.required, ...Object.keys(document.optional)];
  return {
    name,
    description: document.description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        parameters.map((parameter) => [
          parameter,
          parameterSchema(document.parameters[parameter], document.optional[parameter]),
        ]),
      ),
      required: document.required,
      additionalProperties: false,
    },
  };
}

/** Forms in words: JSON Schema's `time` wants seconds and a zone, and its `date` does not allow a default `dontcare`. */
const FORM_WORDS: Partial<Record<ValueFormat, string>> = {
  date: 'YYYY-MM-DD',
  time: 'HH:MM, 24 hours',
  'as said': 'in the words of the conversation',
};
const DAY = /^\d{4}-\d\d-\d\d$/;

function parameterSchema(
  known: ToolParameter | undefined,
  defaultValue: string | undefined,
): ParameterSchema {
  const isDate = known?.format === 'date' && (defaultValue === undefined || DAY.test(defaultValue));
  const form = known?.format === undefined || isDate ? undefined : FORM_WORDS[known.format];
  return {
    type: known?.several ? ['string', 'array'] : 'string',
    description: [known?.description ?? '', ...(form === undefined ? [] : [`(${form})`])].join(' ').trim(),
    ...(known?.values ? { enum: enumOf(known.values, defaultValue) } : {}),
    ...(isDate ? { format: 'date' as const } : {}),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  };
}

/** The allowed values; a default such as `dontcare` is one of them too. */
const enumOf = (values: readonly string[], defaultValue: string | undefined): string[] => [
  ...new Set(defaultValue === undefined ? values : [...values, defaultValue]),
];
