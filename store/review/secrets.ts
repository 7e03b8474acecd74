import { createHash, randomBytes } from 'node:crypto';

/**
 * Creates a secret of 256 random bits. The prefix shows users and secret scanners what it is: `bwr` reviewer token,
 * `bws` script token, `bwp` page session.
 */
export const newSecret = (kind: 'bwr' | 'bws' | 'bwp'): string =>
  `${kind}_${randomBytes(32).toString('base64url')}`;

/**
 * Stored form of a secret. One SHA-256 round suffices for 256 random bits; slow hashes are for passwords. Lookup by
 * digest avoids timing leaks.
 */
export const digestOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
