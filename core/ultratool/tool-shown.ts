import type { ToolShown } from '../review/api.js';
import { requiredOf } from './check-call.js';
import { propertyOf } from './item.js';
import type { UltraTool } from './records.js';

/** A tool as the page and the terminal show documents. */
export function toolShownOf(tool: UltraTool): ToolShown {
  const required = requiredOf(tool);
  return {
    ...{ id: tool.name, name: tool.name, description: tool.description },
    parameters: Object.keys(tool.arguments.properties).map((name) => {
      const { type, description, enum: listed } = propertyOf(tool.arguments, name) ?? {};
      return {
        ...{ name, type: typeof type === 'string' ? type : 'any', required: required.includes(name) },
        description: typeof description === 'string' ? description : '',
        // A list's values are those of its parts, not its own.
        ...(Array.isArray(listed) && type !== 'array' ? { enum: listed.map(String) } : {}),
      };
    }),
  };
}
