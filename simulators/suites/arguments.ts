import type { JsonValue } from '../../core/canonical.js';
import { parametersOf, type SuiteTool } from './suite.js';
import { ToolError } from './tool-error.js';
import { pythonRepr } from './strptime.js';

/** `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`. */
function listed(names: readonly string[]): string {
  const quoted = names.map(pythonRepr);
  if (quoted.length <= 2) return quoted.join(' and ');
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`;
}

/**
 * Checks a call's arguments like Python checks those of a function, and also their types.
 * @param given without the session token; an optional argument may be null
 * @throws ToolError: an unknown name, a missing required one, a wrong type
 */
export function checkArguments(tool: SuiteTool, given: Readonly<Record<string, JsonValue>>): unknown {
  const where = `${tool.name}.call()`;
  const parameters = new Map(parametersOf(tool).map((one) => [one.name, one]));
  const unknown = Object.keys(given).find((name) => !parameters.has(name));
  if (unknown !== undefined)
    throw new ToolError(`${where} got an unexpected keyword argument ${pythonRepr(unknown)}`);
  const missing = [...parameters.values()]
    .filter(({ name, required }) => required && !Object.hasOwn(given, name))
    .map(({ name }) => name);
  if (missing.length > 0)
    throw new ToolError(
      `${where} missing ${missing.length} required positional argument${missing.length === 1 ? '' : 's'}: ${listed(missing)}`,
    );
  for (const [name, value] of Object.entries(given)) {
    const parameter = parameters.get(name);
    if (parameter === undefined || (value === null && !parameter.required)) continue;
    const issue = parameter.schema.safeParse(value).error?.issues[0];
    if (issue !== undefined)
      throw new ToolError(`${where} argument ${[name, ...issue.path].join('.')}: ${issue.message}`);
  }
  return given;
}
