import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A shell script that passes for a Temporal CLI when asked for its version. */
export function fakeTemporal(version: string): string {
  return `#!/bin/sh\necho "temporal version ${version} (Server 1.0.0, UI 1.0.0)"\n`;
}

/** Writes an executable file. */
export function writeExecutable(path: string, text: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

/** A real tar.gz that holds the fake CLI, as the official archives do. */
export function archiveOf(dir: string, version: string): Buffer {
  writeExecutable(join(dir, 'temporal'), fakeTemporal(version));
  writeFileSync(join(dir, 'LICENSE'), 'text\n'.repeat(2_000));
  execFileSync('tar', ['-czf', join(dir, 'archive.tar.gz'), '-C', dir, 'temporal', 'LICENSE']);
  return readFileSync(join(dir, 'archive.tar.gz'));
}

/** A loopback server in the place of temporal.download, which answers as the test wants. */
export class ArchiveServer {
  readonly requests: string[] = [];
  #server: Server | undefined;

  constructor(public answer: (response: ServerResponse, count: number) => void) {}

  /** @returns the base URL */
  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      this.requests.push(request.url ?? '');
      this.answer(response, this.requests.length);
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
