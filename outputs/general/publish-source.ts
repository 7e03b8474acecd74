import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { mostRestrictive, UNCLEAR, type Licence } from '../../core/licences.js';
import { matchesManifest, describeComparison } from '../compare-files.js';
import { licenceNotice } from '../licence.js';
import { readPathLines, readPathTools } from '../t-eval/read-paths.js';
import { isTEvalExport, verifyTEval } from '../t-eval/verify-paths.js';
import { isWhole, verifyMtuBench, describeVerification } from '../mtu-bench/verify-export.js';
import type { DatasetFormat, Published, PublishedPlace } from './dataset-exporter.js';
import type { DatasetFolder } from './dataset-folder.js';
import { pathsNotice } from './t-eval/notice.js';
import { readPathRecords } from './t-eval/read-records.js';
import { readCatalogue, readExportItems } from './mtu-bench/read-export.js';

/** What was written, and its licences. */
export interface Written {
  readonly published: Published;
  readonly licences: ReadonlyMap<string, number>;
}

/** A verified export of either family. */
export interface PublishSource {
  /** For the whole dataset. */
  notice(licence: Licence): string;
  /** Writes everything in a format. @param onItem called with items done and in total */
  write(
    format: DatasetFormat,
    files: DatasetFolder,
    placed: PublishedPlace,
    onItem: (done: number, total: number) => void,
  ): Promise<Written>;
}

/** Verifies and opens an export. @throws NOT_AN_EXPORT, EXPORT_DIFFERS */
export const openExport = async (folder: string): Promise<PublishSource> =>
  (await isTEvalExport(folder)) ? openPaths(folder) : openItems(folder);

async function openItems(folder: string): Promise<PublishSource> {
  const verification = await verifyMtuBench(folder);
  if (!isWhole(verification)) throw changed(folder, describeVerification(verification));
  const { manifest } = verification;
  return {
    notice: (licence) => licenceNotice(licence, manifest),
    async write(format, files, placed, onItem) {
      const catalogue = await readCatalogue(folder);
      const exporter = await format.open(files, { manifest, placed, catalogue });
      const licences = new Map<string, number>();
      let done = 0;
      for await (const item of readExportItems(folder, catalogue, format.needsRecords)) {
        const { licence } = item.item.provenance;
        licences.set(licence, (licences.get(licence) ?? 0) + 1);
        await exporter.item(item);
        onItem(++done, manifest.inputs.items);
      }
      // An export without items still has its sources' licence.
      if (licences.size === 0) licences.set(manifest.licence.spdx, 0);
      return { published: await exporter.finish(licences), licences };
    },
  };
}

async function openPaths(folder: string): Promise<PublishSource> {
  const { manifest, ...found } = await verifyTEval(folder);
  if (!matchesManifest(found)) throw changed(folder, describeComparison(found));
  return {
    notice: (licence) => pathsNotice(licence, manifest),
    async write(format, files, placed, onItem) {
      // Tool documents state no licence.
      const licence = mostRestrictive([UNCLEAR]).spdx;
      const exporter = await format.openPaths(files, {
        ...{ manifest, placed, licence, tools: await readPathTools(folder) },
        records: () => readPathRecords(folder, manifest.settings.language),
      });
      let done = 0;
      for await (const item of readPathLines(folder)) {
        await exporter.item({ item, licence });
        onItem(++done, manifest.inputs.items);
      }
      const licences = new Map([[licence, done]]);
      return { published: await exporter.finish(licences), licences };
    },
  };
}

const changed = (folder: string, found: readonly string[]): BenchwrightError =>
  new BenchwrightError('EXPORT_DIFFERS', {
    expected: 'an export as it was written',
    found: found.join('; '),
    where: folder,
    next: 'Write the export again (`benchwright export NAME --out ANOTHER`) and publish that.',
  });
