import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pageHtml, type ReportPage } from './page.js';

/**
 * Writes a report: one self-contained HTML file without script or network, for light, dark and print.
 * @param file output path; written to a temporary file and renamed
 */
export async function writePage(page: ReportPage, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.partial`, pageHtml(page));
  await rename(`${file}.partial`, file);
}
