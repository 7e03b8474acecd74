import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LedgerReport } from '../../tests/support/model-server/ledger.js';

const MAIN = fileURLToPath(new URL('../../tests/support/model-server/main.ts', import.meta.url));

/** A model server in a process of its own, so that its work is not counted as anybody's else. */
export class BenchServer {
  private constructor(
    readonly baseUrl: string,
    private readonly ledger: string,
    private readonly child: ChildProcess,
  ) {}

  /** @param words as `npm run model-server` takes them */
  static async start(words: readonly string[]): Promise<BenchServer> {
    const child = spawn(process.execPath, ['--import', 'tsx', MAIN, '--nonce', ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      const { openai, ledger } = JSON.parse(line) as { openai: string; ledger: string };
      return new BenchServer(openai, ledger, child);
    }
    throw new Error('the model server did not start');
  }

  /** What it counted so far. */
  async report(): Promise<LedgerReport> {
    return (await (await fetch(this.ledger)).json()) as LedgerReport;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }
}
