import { relative } from 'node:path';

/** A command of ours as this person types it: inside a clone it is reached through npx. */
export const typed = (words: string): string =>
  `${process.env['npm_command'] === undefined ? '' : 'npx '}benchwright ${words}`;

/** A path as the person would type it. */
export function shownPath(path: string): string {
  const here = relative(process.cwd(), path);
  return here !== '' && !here.startsWith('..') ? here : path;
}

/** ", dropped 18 (call lacks a required parameter)"; several reasons with their counts. */
export const reasons = (what: string, counts: Readonly<Record<string, number>>): string => {
  const list = Object.entries(counts);
  const total = list.reduce((sum, [, count]) => sum + count, 0);
  const named = list.map(([reason, count]) => (list.length === 1 ? reason : `${count} ${reason}`));
  return `, ${total} ${what}${total === 0 ? '' : ` (${named.join(', ')})`}`;
};
