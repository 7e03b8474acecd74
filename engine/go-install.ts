import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { TEMPORAL_CLI_VERSION } from './cache.js';

const MODULE = `github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_CLI_VERSION}`;
const LIMIT_MS = 30 * 60_000;

/** Build options; `reportEveryMs` in milliseconds. */
export interface GoInstallOptions {
  /** The `go` executable. */
  readonly go: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onProgress: (message: string) => void;
  /** @default 15000 */
  readonly reportEveryMs?: number;
}

/**
 * Builds the Temporal CLI with `go install` into `workDir` (about 4 minutes on two cores the first time, 250 MB);
 * never throws. The binary reports version 0.0.0-DEV.
 */
export async function goInstallTemporal(
  workDir: string,
  options: GoInstallOptions,
): Promise<{ file: string } | { why: string }> {
  const { GOOS: _os, GOARCH: _arch, ...env } = options.env; // cross-compiling is refused with GOBIN
  const began = performance.now();
  const say = (): void => {
    const seconds = Math.round((performance.now() - began) / 1000);
    options.onProgress(
      `Building the Temporal server ${TEMPORAL_CLI_VERSION} with go install, once: ${seconds} s (about 4 minutes)`,
    );
  };
  say();
  const ticker = setInterval(say, options.reportEveryMs ?? 15_000);
  try {
    const why = await runGo(options.go, { ...env, GOBIN: workDir });
    return why === undefined ? { file: join(workDir, 'temporal') } : { why };
  } finally {
    clearInterval(ticker);
  }
}

/** Runs the build. @returns why it failed, or undefined */
function runGo(go: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = '';
    const child = spawn(go, ['install', MODULE], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LIMIT_MS,
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(undefined);
      // go first prints a line per module it fetches.
      const lines = said
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('go: downloading'));
      resolve(`${signal ?? `exit code ${code}`}: ${lines.slice(-2).join(' ').slice(0, 400)}`);
    });
  });
}
