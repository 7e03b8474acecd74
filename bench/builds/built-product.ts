import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { processUse } from '../convert/processes.js';

const IN_FLIGHT = 20;

/**
 * A build of the product in any checkout, with a home and a worker of its own. Only commands are used: code of this checkout
 * would migrate the store of an earlier build.
 */
export class BuiltProduct {
  readonly #folder = mkdtempSync(join(tmpdir(), 'benchwright-builds-'));
  readonly #cli: string;
  readonly #env = { ...process.env, OPENAI_API_KEY: 'test-key' };
  #worker: ChildProcess | undefined;

  private constructor(checkout: string) {
    this.#cli = join(checkout, 'dist', 'cli', 'main.js');
  }

  /** @param checkout folder with `dist/` @param baseUrl of the model server */
  static async start(checkout: string, baseUrl: string): Promise<BuiltProduct> {
    const product = new BuiltProduct(checkout);
    const served = { provider: 'openai', model: 'model-1', sampling: { maxTokens: 50 } };
    const models = {
      openai: { baseUrl },
      roles: { generator: served },
      limits: { 'openai/model-1': { inFlight: IN_FLIGHT, startInFlight: IN_FLIGHT } },
    };
    writeFileSync(product.#path('temporal.config.ts'), `export default ${JSON.stringify({ models })};\n`);
    execFileSync(process.execPath, product.#words(['up']), { stdio: 'ignore', env: product.#env });
    product.#worker = spawn(process.execPath, product.#words(['worker']), {
      stdio: 'ignore',
      env: product.#env,
    });
    while (!product.#hasWorker()) await sleep(100);
    return product;
  }

  /**
   * Asks each of the texts.
   * @returns CPU seconds of the worker
   */
  async ask(name: string, texts: readonly string[]): Promise<number> {
    const file = this.#path(`${name}.txt`);
    writeFileSync(file, texts.map((text) => `${text}\n`).join(''));
    const words = ['run', 'ask', '--source', `q=${file}`, '--out', this.#path(name), '--json'];
    const before = this.#cpuSeconds();
    const child = spawn(process.execPath, this.#words(words), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: this.#env,
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`run ask of ${this.#cli} ended with ${String(code)}`);
    return this.#cpuSeconds() - before;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    const ended = new Promise((resolve) => worker?.once('exit', resolve));
    worker?.kill('SIGTERM');
    await ended;
    execFileSync(process.execPath, this.#words(['down']), { stdio: 'ignore', env: this.#env });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #words(words: readonly string[]): string[] {
    return [this.#cli, ...words, '--home', this.#path('home'), '--config', this.#path('temporal.config.ts')];
  }

  #cpuSeconds(): number {
    const use = processUse(this.#worker?.pid ?? 0);
    if (use === undefined) throw new Error(`the worker of ${this.#cli} has ended`);
    return use.cpuSeconds;
  }

  /** Whether the worker is in the store, where `run` looks for one before it starts its own. */
  #hasWorker(): boolean {
    const file = this.#path(join('home', 'store.db'));
    if (!existsSync(file)) return false;
    const store = new Database(file, { readonly: true });
    try {
      const tables = store.prepare("select 1 from sqlite_master where name = 'workers'").all();
      return tables.length > 0 && store.prepare('select 1 from workers').all().length > 0;
    } finally {
      store.close();
    }
  }
}
