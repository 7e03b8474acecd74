import { licenceFor, mostRestrictive } from '../../../core/licences.js';

/** The licence section: terms, and the share of each licence. */
export function licenceText(notice: string, licences: ReadonlyMap<string, number>): string {
  const licence = mostRestrictive(licences.keys());
  const rows = [...licences].sort(([a], [b]) => (a < b ? -1 : 1));
  const words = {
    yes: [],
    no: ['**This collection may not be passed on.**'],
    unknown: ['**Nobody has cleared whether this collection may be passed on.**'],
  }[licence.passOn];
  return [
    ...words,
    notice,
    table(
      ['licence', 'items', 'name'],
      rows.map(([spdx, count]) => [spdx, String(count), licenceFor(spdx).name]),
    ),
  ].join('\n\n');
}

/** A Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
