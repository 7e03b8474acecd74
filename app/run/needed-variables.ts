import type { Config } from '../../core/config.js';
import type { Embedder } from '../../core/embedder.js';
import type { ModelConfig } from '../../core/model-config.js';
import type { FrozenRun } from '../../core/run.js';
import type { LibraryTool } from '../../core/tool-library.js';
import { toolVariables } from '../../simulators/tool-variables.js';

/** An environment variable that a run takes a key or a secret from. */
export interface NeededVariable {
  readonly name: string;
  /** The field of the configuration that names it. */
  readonly where: string;
  /** A key for a server of one's own, which may want none. */
  readonly optional: boolean;
}

type Parts = Pick<Config, 'models' | 'tools'>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables that a run needs where its worker runs: keys of the models that it asks, secrets of the tools that it
 * really calls. A rehearsal asks and calls nobody.
 * @param tools the run's documents; none in families without
 */
export function neededVariables(
  { models, tools: config }: Parts,
  frozen: FrozenRun,
  tools: readonly LibraryTool[],
): NeededVariable[] {
  const called = frozen.family === 't-eval' ? frozen.settings.called : [];
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
  if (frozen.family === 't-eval') return [frozen.settings.embedder];
  return frozen.family === 'mtu-bench' ? [frozen.settings.clustering.embedder] : [];
}

/** Those that cannot be done without and are not set. */
export const missingOf = (needed: readonly NeededVariable[], environment: Environment): NeededVariable[] =>
  needed.filter(({ name, optional }) => !optional && !isSet(environment, name));

/** Whether a variable is there and not empty. */
export const isSet = (environment: Environment, name: string): boolean => (environment[name] ?? '') !== '';

/** Names of the variables that a configuration speaks of and this process has. */
export function variablesSet({ models, tools }: Parts, environment: Environment = process.env): string[] {
  const names = [
    ...[models.openai.keyFrom, models.anthropic.keyFrom],
    ...Object.values(tools.headers).flatMap((list) => list.map(({ from }) => from)),
    ...Object.values(tools.servers).flatMap((reach) => ('env' in reach ? reach.env : [])),
  ];
  return [...new Set(names)].filter((name) => isSet(environment, name)).sort();
}

/** A worker in a message. */
export const workerInWords = ({ pid, startedBy }: { readonly pid: number; readonly startedBy: string }) =>
  `the worker with pid ${pid}, started by \`${startedBy}\``;

/** Names with the fields that name them. */
export const formatVariables = (variables: readonly NeededVariable[]): string =>
  variables.map(({ name, where }) => `${name} (${where})`).join(', ');
