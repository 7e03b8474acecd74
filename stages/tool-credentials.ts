import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { SentCredentials } from '../simulators/http/sent-credentials.js';

/** Record of an accepted credential. */
interface Accepted {
  /** `performance.now()` of the last call that succeeded with it. */
  readonly atMs: number;
  /** Repeats a call that only reads. @returns its status; undefined without an answer */
  readonly again: (() => Promise<number | undefined>) | undefined;
}

/**
 * Tracks, in one worker, which credentials of tool servers were accepted. A refusal (401) is the API's answer if the
 * credential is valid; otherwise it must not be stored.
 */
export class ToolCredentials {
  readonly #accepted = new Map<string, Accepted>();

  /**
   * Records a successful call.
   * @param again repeats it, if it only reads
   */
  accepted({ keys, optional }: SentCredentials, again: Accepted['again']): void {
    // Calls that work without a credential prove nothing about it.
    if (optional) return;
    for (const key of keys)
      this.#accepted.set(key, {
        atMs: performance.now(),
        again: again ?? this.#accepted.get(key)?.again,
      });
  }

  /** Whether calls have succeeded with these credentials and none was refused since. */
  isAccepted = ({ keys }: SentCredentials): boolean => keys.every((key) => this.#accepted.has(key));

  /**
   * Judges a refused call. Credentials may expire, so an earlier successful call that only reads is repeated, unless
   * one has succeeded since.
   * @param sinceMs `performance.now()` when the refused call was sent
   * @returns `good`: the credential is valid, so the refusal is this API's answer
   */
  async judge(sent: SentCredentials, sinceMs: number): Promise<'good' | 'refused' | 'unknown'> {
    if (!this.isAccepted(sent)) return 'unknown';
    for (const key of sent.keys) {
      const { atMs = 0, again } = this.#accepted.get(key) ?? {};
      if (atMs >= sinceMs || again === undefined) continue;
      const status = await again().catch(() => undefined);
      if (status !== 401) continue;
      this.#accepted.delete(key);
      return 'refused';
    }
    return 'good';
  }
}

/** @param said the server's message, without secrets */
export function credentialRefused(
  { host, words, variables, lines }: SentCredentials,
  { api, status, said }: { readonly api: string; readonly status: number; readonly said: string },
): BenchwrightError {
  const missing = variables.length === 0;
  const todo = missing
    ? adding(host, lines)
    : `Set ${variables.join(' and ')} to the right key where \`benchwright\` is started (a worker that runs keeps its own environment)`;
  const kept =
    status === 401
      ? 'The refused call is not kept and is sent again then. If the key is right and this API alone refuses it, `resume --accept-failures` keeps that as its answer.'
      : 'Calls that were answered with 403 are kept: `--fresh STAGE` with another --out asks again.';
  return new BenchwrightError('TOOL_CREDENTIAL_REFUSED', {
    expected: missing
      ? `a credential${words === '' ? ' that the document does not mention' : ` that the document asks for: ${words}`}`
      : `a credential that ${host} accepts: ${words}`,
    found: `HTTP ${status} to ${api}${missing ? ', and none is configured' : ''}${said === '' ? '' : `: ${said}`}`,
    where: host,
    details: { status, todo },
    next: `${todo}, then run \`benchwright resume\`. ${kept}`,
  });
}

const adding = (host: string, lines: readonly string[]): string =>
  lines.length > 0
    ? `Add to temporal.config.ts ${lines.join(', ')} and set the variable where \`benchwright\` is started`
    : `Name what the API asks for under tools.headers, tools.query or tools.cookies of '${host}' in temporal.config.ts and set the variable where \`benchwright\` is started`;
