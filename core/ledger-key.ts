import { canonicalJson } from './canonical.js';
import { sha256Hex } from './digest.js';
import { ledgerRequestSchema, type LedgerRequest, type Sample } from './model-call.js';

/** Of the keys below; another one comes with a migration of the keys that stores and exported ledgers hold. */
const KEY_VERSION = 'v1';

/** A call as the ledger names it. */
export interface KeyedCall<R extends LedgerRequest = LedgerRequest> {
  /** 64 hexadecimal digits: request and sample. */
  readonly key: string;
  /** The same of the request alone: all samples of one request share it. */
  readonly requestDigest: string;
  readonly request: R;
  readonly sample: Sample;
}

/**
 * Names a call by its content: SHA-256 of the canonical JSON (RFC 8785) of `["v1", request, sample]`. Neither run, file,
 * row, process nor the file that a prompt came from is in it, so whoever asks the same finds the same answer, and
 * whatever is changed in a request never finds an old one (DESIGN.md, "Ledger key").
 *
 * @throws ZodError for a request with a field that requests do not have: it would silently ask everything anew
 */
export function keyedCall<R extends LedgerRequest>(request: R, { epoch, attempt }: Sample): KeyedCall<R> {
  // As it is read back from a store or a file, so that its key is the same there.
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
