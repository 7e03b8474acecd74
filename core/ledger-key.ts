import { canonicalJson } from './canonical.js';
import { sha256Hex } from './digest.js';
import { ledgerRequestSchema, type LedgerRequest, type Sample } from './model-call.js';

/** Version of the keys below. A new version needs a migration of the keys in stores and exported ledgers. */
const KEY_VERSION = 'v1';

/** A call with its ledger key. */
export interface KeyedCall<R extends LedgerRequest = LedgerRequest> {
  /** Digest of request and sample, 64 hexadecimal digits. */
  readonly key: string;
  /** Digest of the request alone; shared by all samples of a request. */
  readonly requestDigest: string;
  readonly request: R;
  readonly sample: Sample;
}

/**
 * Computes a call's key from its content: SHA-256 of the canonical JSON (RFC 8785) of `["v1", request, sample]`. The
 * key is independent of run, file, row, process and prompt file, so the same request always finds the same answer, and
 * a changed request never finds an old one (DESIGN.md, "Ledger key").
 *
 * @throws ZodError for a request with an unknown field, which would silently change all keys
 */
export function keyedCall<R extends LedgerRequest>(request: R, { epoch, attempt }: Sample): KeyedCall<R> {
  // Parsed as when it is read from a store or a file, so that its key is the same.
  const checked = ledgerRequestSchema.parse(request) as R;
  const text = canonicalJson(checked);
  const sample = { epoch, attempt };
  return {
    key: sha256Hex(`["${KEY_VERSION}",${text},${canonicalJson(sample)}]`),
    requestDigest: sha256Hex(`["${KEY_VERSION}",${text}]`),
    request: checked,
    sample,
  };
}
