import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ourConfig from '../core/config.js';
import { configSchema, type Config } from '../core/config.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { ConnectedClient, Engine } from '../engine/connect.js';
import { openStore, type Store } from '../store/store.js';
import { storePlace } from './store-place.js';
import type { Notices } from './notices.js';

/** Global command options. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly home?: string;
  readonly config?: string;
}

/** What commands work with: configuration, home, and progress output. Store and engine are opened on demand. */
export interface Context {
  readonly config: Config;
  /** The configuration file, if any. */
  readonly configFile: string | undefined;
  readonly home: string;
  readonly terminal: Notices;
}

/** The configuration file in the working directory. */
export const CONFIG_FILE = 'temporal.config.ts';

/** The command line for child processes: node, its flags, the main module. */
export const PROGRAM: readonly string[] = [process.execPath, ...process.execArgv, mainModule()];

function mainModule(): string {
  const built = fileURLToPath(new URL('../cli/main.js', import.meta.url));
  return existsSync(built) ? built : fileURLToPath(new URL('../cli/main.ts', import.meta.url));
}

/**
 * Loads the configuration: `--config FILE`, else `temporal.config.ts` in the working directory, else the defaults.
 * @throws CONFIG_INVALID
 */
export async function loadContext<T extends Notices>(
  options: GlobalOptions,
  terminal: T,
): Promise<Context & { readonly terminal: T }> {
  const file = resolve(options.config ?? CONFIG_FILE);
  const configFile = options.config !== undefined || existsSync(file) ? file : undefined;
  const config = configFile === undefined ? configSchema.parse({}) : await loadConfig(configFile);
  const named = options.home ?? process.env['BENCHWRIGHT_HOME'];
  const home = named === undefined ? resolve(dirname(file), config.home) : resolve(named);
  return { config, configFile, home, terminal };
}

async function loadConfig(file: string): Promise<Config> {
  const invalid = (found: string): BenchwrightError =>
    new BenchwrightError('CONFIG_INVALID', {
      expected: 'export default defineConfig({ … })',
      found,
      where: file,
      next: 'Fix the file; docs/configuration.md lists every field.',
    });
  if (!existsSync(file)) throw invalid('no such file');
  let loaded: unknown;
  try {
    const { createJiti } = await import('jiti');
    // Read again each time: the file may have changed since this process read it.
    const jiti = createJiti(import.meta.url, {
      moduleCache: false,
      virtualModules: { benchwright: ourConfig },
    });
    loaded = await jiti.import(file, { default: true });
  } catch (error) {
    // jiti appends search paths or the position on further lines.
    const [first = '', second = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw invalid([first.trim(), ...(second.includes(file) ? [second.trim()] : [])].join(' '));
  }
  const parsed = configSchema.safeParse(loaded);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '));
}

/** Opens the configured store for `use` and closes it. */
export async function withStore<T>(context: Context, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(storePlace(context.config, context.home));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/**
 * Finds or starts the Temporal server. Its SDK is imported here because it takes longer to load than most commands
 * run.
 */
export async function findEngine(context: Context, more: { pin?: boolean } = {}): Promise<Engine> {
  const { ensureEngine } = await import('../engine/ensure.js');
  const { temporal } = context.config;
  return ensureEngine({
    home: context.home,
    address: temporal.address,
    namespace: temporal.namespace,
    profile: temporal.profile,
    executable: temporal.executable,
    port: temporal.port,
    uiPort: temporal.uiPort,
    idleMs: temporal.idleSeconds * 1000,
    supervisorCommand: [...PROGRAM, 'supervise'],
    onProgress: (message) => context.terminal.note(message),
    ...more,
  });
}

/** Connects a client to the engine for `use` and releases both. */
export async function withClient<T>(
  context: Context,
  use: (client: ConnectedClient['client']) => Promise<T>,
): Promise<T> {
  const { connectClient } = await import('../engine/connect.js');
  const engine = await findEngine(context);
  try {
    const connected = await connectClient(engine);
    try {
      return await use(connected.client);
    } finally {
      await connected.close();
    }
  } finally {
    engine.release();
  }
}

/** Whether environment or configuration name an external server. */
export const isExternal = ({ config }: Context): boolean =>
  (process.env['TEMPORAL_ADDRESS'] ??
    process.env['TEMPORAL_PROFILE'] ??
    config.temporal.address ??
    config.temporal.profile) !== undefined;
