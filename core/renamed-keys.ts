import type * as z from 'zod';
import { ownPart } from './own-part.js';

/** Error text with the new name for renamed keys. Other problems keep zod's text. */
export const renamedKeys =
  (renamed: Readonly<Record<string, string>>) =>
  (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code !== 'unrecognized_keys') return undefined;
    const named = issue.keys.flatMap((key) => {
      const name = ownPart(renamed, key);
      return name === undefined ? [] : [`"${key}" is now "${name}"`];
    });
    return named.length > 0 ? named.join('; ') : undefined;
  };
