import { createHash, randomBytes } from 'node:crypto';

/**
 * A new secret of 256 random bits. `kind` stands in front so that people (and scanners of leaked secrets) know what it
 * is: `bwr` a reviewer's token, `bws` a script's, `bwp` a session of the page.
 */
export const newSecret = (kind: 'bwr' | 'bws' | 'bwp'): string =>
  `${kind}_${randomBytes(32).toString('base64url')}`;

/**
 * What is kept of a secret. One round of SHA-256 is enough: nobody guesses 256 random bits, however fast the hash; slow
 * hashes are for passwords that people make up. It is also looked up by this digest, so no comparison tells by its time.
 */
export const digestOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
