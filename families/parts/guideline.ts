import { readFile } from 'node:fs/promises';

/** What reviewers are told, from a file of `review/guidelines/`. */
export const guidelineIn = (file: string) => (): Promise<string> =>
  readFile(new URL(`../../review/guidelines/${file}`, import.meta.url), 'utf8');
