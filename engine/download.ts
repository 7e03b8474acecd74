import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { TEMPORAL_CLI_VERSION } from './cache.js';
import { firstLine } from './executable.js';

/** Where the official archives are. A mirror answers the same path and query. */
export const OFFICIAL_DOWNLOAD = 'https://temporal.download';

/** How a download behaves; times in milliseconds. */
export interface DownloadOptions {
  readonly baseUrl: string;
  readonly onProgress: (message: string) => void;
  /** From the request to the first byte of the archive. */
  readonly firstByteTimeoutMs: number;
  /** Between two pieces of the archive. */
  readonly stallTimeoutMs: number;
}

/** The archive's address for this machine; undefined where there is no official build. */
export function archiveUrl(
  baseUrl: string,
  platform: string = process.platform,
  cpu: string = process.arch,
): string | undefined {
  const arch = { x64: 'amd64', arm64: 'arm64' }[cpu];
  if (arch === undefined || !['linux', 'darwin'].includes(platform)) return undefined;
  const base = baseUrl.replace(/\/+$/, '');
  return `${base}/cli/archive/v${TEMPORAL_CLI_VERSION}?platform=${platform}&arch=${arch}`;
}

/** Downloads the official archive into `workDir` and unpacks it there; never throws. */
export async function downloadTemporal(
  workDir: string,
  options: DownloadOptions,
): Promise<{ file: string } | { why: string }> {
  const url = archiveUrl(options.baseUrl);
  if (url === undefined) return { why: `there is no official build for ${process.platform}/${process.arch}` };
  const archive = join(workDir, 'temporal.tar.gz');
  try {
    await fetchTo(archive, url, options);
  } catch (error) {
    return { why: `${url}: ${reason(error)}` };
  }
  try {
    await promisify(execFile)('tar', ['-xzf', archive, '-C', workDir]);
  } catch (error) {
    const said = (error as { stderr?: string }).stderr ?? '';
    return {
      why: `${url}: the archive could not be unpacked: ${firstLine(said === '' ? String(error) : said)}`,
    };
  }
  return { file: join(workDir, 'temporal') };
}

async function fetchTo(file: string, url: string, options: DownloadOptions): Promise<void> {
  const late = new AbortController();
  const within = (ms: number, what: string): NodeJS.Timeout =>
    setTimeout(() => late.abort(new Error(`${what} within ${ms / 1000} s`)), ms);
  let timer = within(options.firstByteTimeoutMs, 'no first byte');
  try {
    const response = await fetch(url, { signal: late.signal });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    if (response.body === null) throw new Error('an empty answer');
    const total = Number(response.headers.get('content-length') ?? 0);
    const report = progress(total, options.onProgress);
    const watched = async function* (pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const piece of pieces) {
        clearTimeout(timer);
        timer = within(options.stallTimeoutMs, 'nothing more came');
        report(piece.byteLength);
        yield piece;
      }
    };
    await pipeline(Readable.fromWeb(response.body), watched, createWriteStream(file), {
      signal: late.signal,
    });
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Says how much has come, at the beginning and then every 15 s. */
function progress(totalBytes: number, onProgress: (message: string) => void): (bytes: number) => void {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  let received = 0;
  let saidAt = -Infinity;
  return (bytes) => {
    received += bytes;
    if (performance.now() - saidAt < 15_000) return;
    saidAt = performance.now();
    const of = totalBytes > 0 ? ` of ${megabytes(totalBytes)}` : '';
    onProgress(`Downloading the Temporal server ${TEMPORAL_CLI_VERSION}: ${megabytes(received)}${of} MB`);
  };
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
