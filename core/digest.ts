import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical.js';

/** SHA-256 of a text (UTF-8), 64 lower-case hexadecimal digits. Pure JavaScript: it also runs in the workflow sandbox. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Digest of any JSON value through its canonical text (RFC 8785), 64 hexadecimal digits. */
export function digestOf(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}
