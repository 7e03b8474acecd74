import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How a download behaves; times in milliseconds. */
export interface FetchOptions {
  /** From the request to the first byte of the file. */
  readonly firstByteTimeoutMs: number;
  /** Between two pieces of the file. */
  readonly stallTimeoutMs: number;
  /** Told before the first byte is written. */
  readonly onHead?: (head: FetchHead) => void;
  /** Told of each piece, with the bytes that the file has by now and those it will have (0: not said). */
  readonly onPiece?: (bytes: number, totalBytes: number) => void;
}

/** What the server says of a file. */
export interface FetchHead {
  /** By which the server knows the file again (an ETag); undefined without a strong one. */
  readonly validator: string | undefined;
  /** Whether the bytes that are there are kept and the rest is added. */
  readonly resumed: boolean;
}

/** What is there of a file from an earlier try. */
export interface FetchResume {
  readonly bytes: number;
  readonly validator: string;
}

/**
 * Downloads a file; what is there already is kept where the server still has the same file and gives parts of it
 * (RFC 9110, Range and If-Range), else the file is begun anew.
 * @throws when nothing comes, too late, or another status than 200 or 206; what has come stays in the file
 */
export async function fetchFile(
  file: string,
  url: string,
  options: FetchOptions,
  resume?: FetchResume,
): Promise<void> {
  const late = new AbortController();
  const within = (ms: number, what: string): NodeJS.Timeout =>
    setTimeout(() => late.abort(new Error(`${what} within ${ms / 1000} s`)), ms);
  let timer = within(options.firstByteTimeoutMs, 'no first byte');
  try {
    const headers = resume && { range: `bytes=${resume.bytes}-`, 'if-range': resume.validator };
    const response = await fetch(url, { signal: late.signal, ...(headers && { headers }) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    if (response.body === null) throw new Error('an empty answer');
    const resumed = response.status === 206;
    const etag = response.headers.get('etag');
    options.onHead?.({ validator: etag?.startsWith('"') === true ? etag : undefined, resumed });
    const before = resumed ? (resume?.bytes ?? 0) : 0;
    const length = Number(response.headers.get('content-length') ?? 0);
    const total = length > 0 ? before + length : 0;
    let bytes = before;
    const watched = async function* (pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const piece of pieces) {
        clearTimeout(timer);
        timer = within(options.stallTimeoutMs, 'nothing more came');
        bytes += piece.byteLength;
        options.onPiece?.(bytes, total);
        yield piece;
      }
    };
    const to = createWriteStream(file, { flags: resumed ? 'a' : 'w' });
    await pipeline(Readable.fromWeb(response.body), watched, to, { signal: late.signal });
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Why a download failed, with what lay behind it. */
export function fetchFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}

/** Says how much has come, at the beginning and then every 15 s. @param what such as "Downloading sgd.zip" */
export function fetchProgress(
  what: string,
  onProgress: (message: string) => void,
): (bytes: number, totalBytes: number) => void {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  let saidAt = -Infinity;
  return (bytes, totalBytes) => {
    if (performance.now() - saidAt < 15_000) return;
    saidAt = performance.now();
    const of = totalBytes > 0 ? ` of ${megabytes(totalBytes)}` : '';
    onProgress(`${what}: ${megabytes(bytes)}${of} MB`);
  };
}
