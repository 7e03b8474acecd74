import { fullApiName, type LibraryApi, type LibraryTool } from '../core/tool-library.js';
import type { ToolsConfig } from '../core/tools-config.js';
import type { Executor, ToolExecutors, ToolSession } from './executor.js';
import { HttpSession, mayCall } from './http/session.js';
import { McpSession } from './mcp/session.js';
import { simulatorOf } from './stateful/registry.js';
import { StatefulSession } from './stateful/session.js';

/** What a session is opened with besides the configuration. */
export interface SessionOptions {
  /** How MCP servers that `--tools mcp:…` named are reached, by their own name: command line or URL. */
  readonly targets?: Readonly<Record<string, string>>;
  /** Nothing real is called: a rehearsal. */
  readonly rehearsal?: boolean;
  /** Where secrets are looked up. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * The executors of tools for one dialogue. Nothing is started or connected before a call needs it; `close` ends all.
 * An API that may not be called (its host or method is not allowed, nobody said how its server is reached) has no
 * executor, unless a simulator of ours stands in.
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
  const real = ({ origin }: LibraryApi): Executor | undefined => {
    if (rehearsal) return undefined;
    if (origin.kind === 'openapi' && mayCall(config, origin)) return 'openapi';
    if (origin.kind !== 'mcp') return undefined;
    return [config.servers, targets].some((named) => Object.hasOwn(named, origin.server)) ? 'mcp' : undefined;
  };
  const executors = new Map(
    tools.flatMap((tool) =>
      tool.apis.map((api) => {
        const simulated = simulatorOf(tool) ? ('stateful simulator' as const) : undefined;
        return [fullApiName(tool, api), real(api) ?? simulated] as const;
      }),
    ),
  );
  const sessionOf = (name: string): ToolSession => {
    const executor = executors.get(name);
    if (executor === undefined) throw new Error(`nothing carries out ${name}`);
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
