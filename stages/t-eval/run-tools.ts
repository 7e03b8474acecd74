import { randomUUID } from 'node:crypto';
import { fullApiName, type LibraryApi } from '../../core/tool-library.js';
import type { ToolsConfig } from '../../core/tools-config.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { ToolExecutors } from '../../simulators/executor.js';
import { openToolSession } from '../../simulators/open-session.js';
import type { ToolLimits } from '../tool-limits.js';
import type { TEvalContext } from './context.js';

/** What a worker calls tools with. */
export interface WorkerTools {
  readonly config: ToolsConfig;
  readonly limits: ToolLimits;
  /** Of the worker: sessions are held by it. */
  readonly incarnation: string;
}

/** Among a run's folders: how the MCP server of this name is reached, as `--tools mcp:…` said. */
export const MCP_ROOT = 'mcp server ';

/** The tools of one dialogue: who answers which call. */
export interface DialogueTools {
  readonly apis: ReadonlyMap<string, LibraryApi>;
  /** Whether calls of this API are really made, or answered by a simulator of ours; else a model makes them up. */
  readonly isCalled: (name: string) => boolean;
  /** Null: nothing is called, the ledger has to know. */
  readonly executors: ToolExecutors | null;
  /** Names this set of connections. */
  readonly attempt: string;
}

/** The tools of a query's set. @param worker undefined: nothing real is called (a rehearsal, a rebuild) */
export function openDialogueTools(
  { run, tools, settings }: TEvalContext,
  names: readonly string[],
  worker: WorkerTools | undefined,
): DialogueTools {
  const set = tools.filter(({ name }) => names.includes(name));
  const apis = new Map(set.flatMap((tool) => tool.apis.map((api) => [fullApiName(tool, api), api] as const)));
  const called = new Set(settings.called);
  const targets = Object.fromEntries(
    Object.entries(run.roots)
      .filter(([root]) => root.startsWith(MCP_ROOT))
      .map(([root, target]) => [root.slice(MCP_ROOT.length), target]),
  );
  const executors = openToolSession(worker?.config ?? NOTHING, set, {
    targets,
    rehearsal: worker === undefined,
  });
  for (const name of apis.keys())
    if (worker && called.has(name) && !isReal(executors.executorOf(name))) throw notAllowed(name);
  return {
    apis,
    isCalled: (name) => called.has(name) || executors.executorOf(name) === 'stateful simulator',
    executors,
    attempt: randomUUID(),
  };
}

const isReal = (executor: ReturnType<ToolExecutors['executorOf']>): boolean =>
  executor === 'openapi' || executor === 'mcp';

/** What a rehearsal and a rebuild may call. */
const NOTHING: ToolsConfig = {
  ...{ servers: {}, allowHosts: [], allowMethods: [], headers: {} },
  ...{ timeoutSeconds: 30, maxBytes: 100_000, inFlight: 1 },
};

const notAllowed = (name: string): BenchwrightError =>
  new BenchwrightError('CONFIG_INVALID', {
    expected: `tools.allowHosts, tools.allowMethods or tools.servers that let ${name} be called`,
    found: 'this worker may not call it, though it could be when the run was begun',
    next: 'Give the worker the configuration that the run was begun with, then `benchwright resume`.',
  });
