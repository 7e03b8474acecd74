import { canonicalJson } from '../core/canonical.js';
import { sha256Hex } from '../core/digest.js';
import type { ToolCallRequest } from './executor.js';

/** The calls that a session made; cache hits of the ledger have no effects in it. */
export class MadeCalls {
  readonly #made = new Set<string>();

  made(request: ToolCallRequest): void {
    this.#made.add(digestOf(request));
  }

  has(request: ToolCallRequest): boolean {
    return this.#made.has(digestOf(request));
  }
}

/** Identifies a call together with all earlier ones. */
const digestOf = ({ name, args, past }: ToolCallRequest): string =>
  sha256Hex(canonicalJson([...past, { name, args }].map((one) => [one.name, one.args])));
