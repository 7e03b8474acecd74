import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isTEvalExport } from '../t-eval/verify-paths.js';
import { mtuBenchPage } from './mtu-bench/page.js';
import { pageHtml } from './page.js';
import { readTEvalReportData } from './t-eval/data.js';
import { readReportData } from './mtu-bench/data.js';
import { tEvalPage } from './t-eval/page.js';

/**
 * Writes an export's report: one self-contained HTML file without script or network, for light, dark and print. A pure
 * function of the folder.
 * @param folder an export of MTU-Bench or T-Eval
 * @param file output path; written beside it and renamed
 * @throws NOT_AN_EXPORT
 */
export async function writeReport(folder: string, file: string): Promise<void> {
  const page = (await isTEvalExport(folder))
    ? tEvalPage(await readTEvalReportData(folder))
    : mtuBenchPage(await readReportData(folder));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.partial`, pageHtml(page));
  await rename(`${file}.partial`, file);
}
