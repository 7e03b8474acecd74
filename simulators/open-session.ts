import { fullApiName, type LibraryApi, type LibraryTool } from '../core/tool-library.js';
import { permissionOf } from '../core/tool-permission.js';
import type { ToolsConfig } from '../core/tools-config.js';
import type { Executor, ToolExecutors, ToolSession } from './executor.js';
import { HttpSession } from './http/session.js';
import { McpSession } from './mcp/session.js';
import { simulatorOf } from './stateful/registry.js';
import { StatefulSession } from './stateful/session.js';

/** Options besides the tools configuration. */
export interface SessionOptions {
  /** MCP servers named by `--tools mcp:…`: command line or URL by name. */
  readonly targets?: Readonly<Record<string, string>>;
  /** Mock run: nothing real is called. */
  readonly rehearsal?: boolean;
  /** Source of secrets. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * The executors of tools for one dialogue. Nothing is started before a call needs it; `close` ends all. An API that
 * must not be called (`permissionOf`) has no executor unless a built-in simulator
 * replaces it.
 */
export function openToolSession(
  config: ToolsConfig,
  tools: readonly LibraryTool[],
  options: SessionOptions = {},
): ToolExecutors {
  const { targets = {}, rehearsal = false, environment = process.env } = options;
  const sessions: Readonly<Record<Executor, ToolSession>> = {
    openapi: new HttpSession(config, environment),
    mcp: new McpSession(config, targets, environment),
    'stateful simulator': new StatefulSession(),
  };
  const real = (name: string, { origin }: LibraryApi): Executor | undefined => {
    if (rehearsal || origin.kind === 'document') return undefined;
    return permissionOf({ config, servers: targets }, name, origin).allowed ? origin.kind : undefined;
  };
  const executors = new Map(
    tools.flatMap((tool) =>
      tool.apis.map((api) => {
        const simulated = simulatorOf(tool) ? ('stateful simulator' as const) : undefined;
        const name = fullApiName(tool, api);
        return [name, real(name, api) ?? simulated] as const;
      }),
    ),
  );
  const sessionOf = (name: string): ToolSession => {
    const executor = executors.get(name);
    if (executor === undefined) throw new Error(`no executor for ${name}`);
    return sessions[executor];
  };
  return {
    executorOf: (name) => executors.get(name),
    call: (request, signal) => sessionOf(request.name).call(request, signal),
    known: (request) => sessionOf(request.name).known(request),
    close: async () => {
      await Promise.all(Object.values(sessions).map((session) => session.close()));
    },
  };
}
