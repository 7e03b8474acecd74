import * as z from 'zod';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { JsonValue } from '../../core/canonical.js';
import { ownPart } from '../../core/own-part.js';
import type { ToolRequest } from '../../simulators/suites/execute.js';
import { SUITES } from '../../simulators/suites/registry.js';
import type { SuiteTool } from '../../simulators/suites/suite.js';
import { objectFrom, parseJson } from '../../core/json.js';

/** A call as the user typed it. */
export interface TypedCall {
  /** `Alarm.AddAlarm`. */
  readonly name: string;
  readonly request: ToolRequest;
}

/**
 * Parses calls: each is a tool, `Alarm.AddAlarm` or `AddAlarm`, followed by its arguments, `time=18:30:00`. A list is
 * JSON or a repeated argument; other values that are not strings are JSON.
 * @throws USAGE: an unknown tool, a word that is not an argument
 */
export function typedCalls(words: readonly string[]): readonly TypedCall[] {
  const calls: { tool: SuiteTool; name: string; given: Map<string, string[]> }[] = [];
  for (const word of words) {
    const [, name, value] = /^([^=]+)=([\s\S]*)$/.exec(word) ?? [];
    const call = calls.at(-1);
    if (name === undefined || value === undefined) {
      const tool = toolNamed(word);
      calls.push({ ...tool, given: new Map() });
    } else if (call === undefined)
      throw new BenchwrightError('USAGE', {
        expected: 'a tool before its arguments: Alarm.AddAlarm time=18:30:00',
        found: word,
        next: 'See `benchwright simulators list`.',
      });
    else call.given.set(name, [...(call.given.get(name) ?? []), value]);
  }
  return calls.map(({ tool, name, given }) => ({
    name,
    request: {
      api_name: tool.name,
      parameters: objectFrom([...given].map(([one, values]) => [one, valueOf(tool, one, values)])),
    },
  }));
}

function toolNamed(word: string): { readonly tool: SuiteTool; readonly name: string } {
  const found = SUITES.flatMap((suite) =>
    suite.tools.map((tool) => ({ tool, name: `${suite.name}.${tool.name}` })),
  ).find(({ tool, name }) => word === name || word === tool.name);
  if (found !== undefined) return found;
  throw new BenchwrightError('USAGE', {
    expected: 'a tool, such as Alarm.AddAlarm',
    found: JSON.stringify(word),
    next: 'See `benchwright simulators list`.',
  });
}

/** The text of an unknown argument is kept: the tool reports that it has none of that name. */
function valueOf(tool: SuiteTool, name: string, values: readonly string[]): JsonValue {
  const schema = ownPart(tool.parameters.shape, name);
  const { type } = schema === undefined ? { type: 'string' } : z.toJSONSchema(schema, { io: 'input' });
  const last = values.at(-1) ?? '';
  if (type === 'string') return last;
  const json = parsed(last);
  if (type === 'array') return Array.isArray(json) ? (json as readonly JsonValue[]) : values;
  return json ?? last;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}
