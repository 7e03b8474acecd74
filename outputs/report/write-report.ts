import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isPaths } from '../t-eval/verify-paths.js';
import { mtuBenchPage } from './mtu-bench/page.js';
import { pageHtml } from './page.js';
import { readPathsData } from './t-eval/data.js';
import { readReportData } from './mtu-bench/data.js';
import { tEvalPage } from './t-eval/page.js';

/**
 * Writes the report of an export: one HTML file that needs no other, no script and no network, in light, dark and on
 * paper. A pure function of the export's folder.
 *
 * @param folder an export of MTU-Bench's or T-Eval's kind
 * @param file where the report goes; written beside it and renamed
 * @throws NOT_AN_EXPORT
 */
export async function writeReport(folder: string, file: string): Promise<void> {
  const page = (await isPaths(folder))
    ? tEvalPage(await readPathsData(folder))
    : mtuBenchPage(await readReportData(folder));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.partial`, pageHtml(page));
  await rename(`${file}.partial`, file);
}
