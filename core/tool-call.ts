import { canonicalJson, type JsonValue } from './canonical.js';
import { sha256Hex } from './digest.js';
import type { ObservationRequest } from './model-call.js';
import { namesSession } from './stable-names.js';
import type { ApiOrigin, LibraryApi } from './tool-library.js';

/** A call by name and arguments. */
export interface NamedCall {
  /** Full name: `Tool.api`. */
  readonly name: string;
  readonly args: Readonly<Record<string, JsonValue>>;
}

/** Where in the data a call is made. */
export interface CallPlace {
  /** Id of the item that is annotated. */
  readonly item: string;
  /** Ordinal in its dialogue, from 0. */
  readonly call: number;
  /** See `callingSchema`. */
  readonly names?: 'stable' | undefined;
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Whether a call that was in flight when a worker died may be sent again (DESIGN.md, "Failure"): GET and HEAD, and what
 * an MCP server declares read-only or idempotent.
 */
export function isSafe(origin: ApiOrigin): boolean {
  if (origin.kind === 'openapi') return SAFE_METHODS.has(origin.method);
  return origin.kind === 'mcp' ? origin.readOnly || origin.idempotent : true;
}

/** Whether a call changes nothing, as far as its document says. */
export const onlyReads = (origin: ApiOrigin): boolean =>
  origin.kind === 'openapi' ? SAFE_METHODS.has(origin.method) : origin.kind === 'mcp' && origin.readOnly;

/** Whether a session is another one after a call. What is idempotent may be sent twice, but it does change something. */
export const changesSession = (origin: ApiOrigin): boolean => origin.kind === 'mcp' && !origin.readOnly;

/** Whether responses of an API may name the session's folder or id. */
export const mayNameSession = (origin: ApiOrigin): boolean =>
  origin.kind === 'mcp' || (origin.kind === 'openapi' && namesSession(origin.server));

/** What a real tool's call is kept under; undefined for an API that nothing real stands behind. */
export function observationRequest(
  { origin }: Pick<LibraryApi, 'origin'>,
  { name, args }: NamedCall,
  { item, call, names }: CallPlace,
  past: readonly NamedCall[],
): ObservationRequest | undefined {
  const model = serverOf(origin);
  if (model === undefined) return undefined;
  const before = past.map((one) => ({ name: one.name, args: one.args }));
  return {
    kind: 'observation',
    provider: 'tools',
    model,
    api: name,
    args: { ...args },
    place: {
      ...{ item, call, ...(before.length > 0 && { after: sha256Hex(canonicalJson(before)) }) },
      ...(names && mayNameSession(origin) && { names }),
    },
  };
}

/** Host of an API, name of an MCP server. */
export function serverOf(origin: ApiOrigin): string | undefined {
  if (origin.kind === 'mcp') return origin.server;
  if (origin.kind !== 'openapi') return undefined;
  return /^https?:\/\/([^/?#]+)/i.exec(origin.server)?.[1]?.toLowerCase();
}

/**
 * A call left, nobody knows whether it was carried out, and it is not to be sent twice: its item is quarantined as
 * `unknown outcome`.
 */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  /** @param requestDigest of the request at which it ended, which `retry --failed` asks with the next attempt */
  constructor(
    message: string,
    readonly requestDigest: string,
  ) {
    super(message);
  }
}
