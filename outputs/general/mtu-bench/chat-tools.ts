import type { ToolDocument, ToolParameter, ValueFormat } from '../../../core/tool.js';
import type { OfferedTool } from '../../../transforms/mtu-bench/offering/offered-tools.js';
import { freeName, type ChatTool } from '../chat/chat-tools.js';
import { ownPart } from '../../../core/own-part.js';
import { objectFrom } from '../../../core/json.js';

/** A parameter in JSON Schema. All corpus values are strings: "True", "2", "2019-03-01". */
export interface ParameterSchema {
  /** A list if several values are allowed. */
  readonly type: 'string' | readonly ['string', 'array'];
  readonly description: string;
  readonly enum?: readonly string[];
  readonly format?: 'date';
  readonly default?: string;
}

/** The tools offered with an item, and each id's name among them. */
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

function chatTool(name: string, document: ToolDocument): ChatTool {
  const parameters = [...document.required, ...Object.keys(document.optional)];
  return {
    name,
    description: document.description,
    parameters: {
      type: 'object',
      properties: objectFrom(
        parameters.map((parameter) => [
          parameter,
          parameterSchema(ownPart(document.parameters, parameter), ownPart(document.optional, parameter)),
        ]),
      ),
      required: document.required,
      additionalProperties: false,
    },
  };
}

/** Formats as text: JSON Schema's `time` requires seconds and a zone, and its `date` excludes a default `dontcare`. */
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

/** The allowed values, including a default such as `dontcare`. */
const enumOf = (values: readonly string[], defaultValue: string | undefined): string[] => [
  ...new Set(defaultValue === undefined ? values : [...values, defaultValue]),
];
