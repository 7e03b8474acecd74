import { onlyReads } from '../../core/tool-call.js';
import type { ToolEyesTools } from '../../core/tooleyes/run-tools.js';
import { byText } from '../../core/ids.js';
import { apiOf } from '../../transforms/tooleyes/api-of.js';

/** A tool to call: a work item of the stage `health`. */
export interface ToolToCheck {
  readonly path: string;
  readonly tool: string;
  /** Full name of its API. */
  readonly api: string;
}

/** The tools that can be called and only read, by path and name. */
export const toolsToCheck = (tools: ToolEyesTools, called: readonly string[]): ToolToCheck[] =>
  tools.places
    .flatMap(({ path, tool, api }) => {
      const there = apiOf(tools, api);
      return there && called.includes(api) && onlyReads(there.api.origin) ? [{ path, tool, api }] : [];
    })
    .sort((a, b) => byText(a.path, b.path) || byText(a.tool, b.tool));
