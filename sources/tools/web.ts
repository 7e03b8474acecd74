import { BenchwrightError } from '../../core/errors/benchwright-error.js';

/** Limits of a web request. */
export interface WebLimits {
  /** Maximum bytes of an answer. */
  readonly bytes: number;
  /** Time limit for the complete answer, in milliseconds. */
  readonly timeoutMs: number;
}

const unreadable = (expected: string, found: string, where: string, next: string): BenchwrightError =>
  new BenchwrightError('TOOLS_UNREADABLE', { expected, found, where, next });

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Checks a URL: https anywhere, http on this machine only. @throws TOOLS_UNREADABLE */
export function allowedUrl(text: string): URL {
  const expected = 'an https:// address, or http:// on this machine (localhost, 127.0.0.1, [::1])';
  if (!URL.canParse(text)) throw unreadable(expected, JSON.stringify(text), text, 'Fix the address.');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw unreadable(
      'an address without credentials',
      'credentials in it',
      url.host,
      'Download the document and give the file.',
    );
  if (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url;
  throw unreadable(
    expected,
    `${url.protocol}//${url.host}`,
    text,
    'Use https, or download the document and give the file.',
  );
}

/** A redirect's target; undefined for other responses. */
export function redirectOf(response: Response, asked: URL): string | undefined {
  const to = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || to === null) return undefined;
  return URL.canParse(to, asked.href) ? new URL(to, asked).href : to;
}

/** An answer that exceeds the limit. */
export class TooLong extends Error {
  constructor(readonly bytes: number) {
    super(`more than ${megabytes(bytes)}`);
  }
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** A body that fails with TooLong past its limit. */
export function limited(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  let seen = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        seen += chunk.length;
        if (seen > bytes) controller.error(new TooLong(bytes));
        else controller.enqueue(chunk);
      },
    }),
  );
}

/**
 * Fetches a document. Redirects are not followed, so that the answering URL is the given one.
 * @throws TOOLS_UNREADABLE on an error, a redirect or too long an answer
 */
export async function fetchDocument(address: string, { bytes, timeoutMs }: WebLimits): Promise<Buffer> {
  const url = allowedUrl(address);
  const expected = 'a document';
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        accept: 'application/json, application/yaml, text/yaml, */*;q=0.5',
        'user-agent': 'benchwright',
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const to = redirectOf(response, url);
    if (to !== undefined) {
      await response.body?.cancel();
      throw unreadable(expected, `a redirect to ${to}`, address, 'Give that address if you trust it.');
    }
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw unreadable(expected, `HTTP ${response.status}`, address, 'Check the address in a browser.');
    }
    return Buffer.from(await new Response(limited(response.body, bytes)).arrayBuffer());
  } catch (error) {
    if (BenchwrightError.is(error)) throw error;
    throw unreadable(
      expected,
      failureOf(error, timeoutMs),
      address,
      'Check that the server runs, or download the document and give the file.',
    );
  }
}

/** A short reason for a failed request. */
export function failureOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no complete answer within ${timeoutMs / 1000} s`;
  const { cause } = error;
  if (cause instanceof Error) {
    const { code } = cause as { code?: unknown };
    return typeof code === 'string' ? code : cause.message;
  }
  return error.message;
}
