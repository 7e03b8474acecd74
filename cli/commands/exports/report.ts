import { join, resolve } from 'node:path';
import { EXIT } from '../../../core/errors/catalogue.js';
import type { GlobalOptions } from '../../../app/context.js';
import { shownPath } from '../../../app/text/format.js';
import { Terminal } from '../../text/terminal.js';

/**
 * `report DIR`: makes the report of an export of MTU-Bench's or T-Eval's kind again, or for somebody who has the data
 * alone: counts, flows, tools and examples in one HTML file. Needs no store, no engine, no network.
 */
export async function reportCommand(
  folder: string,
  options: GlobalOptions & { readonly out?: string },
): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const file = resolve(options.out ?? join(folder, 'run', 'report.html'));
  // Loaded here, so that other commands do not wait for the chart library.
  const { writeReport } = await import('../../../outputs/report/write-report.js');
  await writeReport(resolve(folder), file);
  terminal.result({ folder, report: file }, [`${shownPath(file)}: open it in a browser`]);
  return EXIT.ok;
}
