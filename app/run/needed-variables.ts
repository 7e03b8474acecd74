import type { Config } from '../../core/config.js';
import type { Embedder } from '../../core/embedder.js';
import type { ModelConfig } from '../../core/model-config.js';
import type { MtuBenchSettings } from '../../core/mtu-bench/run.js';
import type { TEvalSettings } from '../../core/t-eval/run.js';
import type { FrozenRun } from '../../core/run.js';
import type { LibraryTool } from '../../core/tool-library.js';
import { toolVariables } from '../../simulators/tool-variables.js';

/** An environment variable with a key or secret for a run. */
export interface NeededVariable {
  readonly name: string;
  /** The configuration field that names it. */
  readonly where: string;
  /** A key for a self-hosted server, which may need none. */
  readonly optional: boolean;
}

type Parts = Pick<Config, 'models' | 'tools'>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables a run needs in its worker: model keys, and secrets of really called tools. Mock runs need none.
 * @param tools the run's documents; undefined for families without tools
 */
export function neededVariables(
  { models, tools: config }: Parts,
  frozen: FrozenRun,
  tools: readonly LibraryTool[],
): NeededVariable[] {
  const called = frozen.family === 't-eval' ? (frozen.settings as TEvalSettings).called : [];
  const all = [
    ...[...providersOf(frozen)].sort().map((kind) => keyVariable(models, kind)),
    ...toolVariables(config, tools, new Set(called)).map((one) => ({ ...one, optional: false })),
  ];
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

const keyVariable = (models: ModelConfig, kind: 'openai' | 'anthropic'): NeededVariable => ({
  name: models[kind].keyFrom,
  where: `models.${kind}.keyFrom`,
  optional: models[kind].baseUrl !== undefined,
});

function providersOf(frozen: FrozenRun): Set<'openai' | 'anthropic'> {
  const roles = 'models' in frozen && frozen.models ? Object.values(frozen.models.roles) : [];
  const kinds = [...roles.map(({ provider }) => provider), ...embeddersOf(frozen).map(({ kind }) => kind)];
  return new Set(kinds.filter((kind) => kind === 'openai' || kind === 'anthropic'));
}

function embeddersOf(frozen: FrozenRun): Embedder[] {
  if (frozen.family === 't-eval') return [(frozen.settings as TEvalSettings).embedder];
  return frozen.family === 'mtu-bench' ? [(frozen.settings as MtuBenchSettings).clustering.embedder] : [];
}

/** The required variables that are not set. */
export const missingOf = (needed: readonly NeededVariable[], environment: Environment): NeededVariable[] =>
  needed.filter(({ name, optional }) => !optional && !isSet(environment, name));

/** Whether a variable is set and not empty. */
export const isSet = (environment: Environment, name: string): boolean => (environment[name] ?? '') !== '';

/** Names of the configured variables that are set in this process. */
export function variablesSet({ models, tools }: Parts, environment: Environment = process.env): string[] {
  const names = [
    ...[models.openai.keyFrom, models.anthropic.keyFrom],
    ...Object.values(tools.headers).flatMap((list) => list.map(({ from }) => from)),
    ...Object.values(tools.servers).flatMap((reach) => ('env' in reach ? reach.env : [])),
  ];
  return [...new Set(names)].filter((name) => isSet(environment, name)).sort();
}

/** A worker's description for messages. */
export const describeWorker = ({ pid, startedBy }: { readonly pid: number; readonly startedBy: string }) =>
  `the worker with pid ${pid}, started by \`${startedBy}\``;

/** Names with their configuration fields. */
export const formatVariables = (variables: readonly NeededVariable[]): string =>
  variables.map(({ name, where }) => `${name} (${where})`).join(', ');
