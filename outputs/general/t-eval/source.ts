import { UNCLEAR } from '../../../core/licences.js';
import { TEVAL_FILES } from '../../../core/t-eval/files.js';
import type { TEvalManifest } from '../../../core/t-eval/manifest.js';
import { readPathLines, readPathTools } from '../../t-eval/read-paths.js';
import type { DatasetConversations, DatasetTables, PublishSource } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { pathsCardText, pathsCitation, toolsName } from './card-text.js';
import { API_COLUMNS, PATH_COLUMNS, PATH_RECORD_COLUMNS, PATH_SPLIT } from './columns.js';
import { pathConversation } from './conversation.js';
import { pathsNotice } from './notice.js';
import { readPathRecords } from './read-records.js';
import { apiRows, pathRecordRow, pathRow } from './rows.js';

const MAIN = 'paths';

/** Tool documents state no licence. */
const LICENCE = UNCLEAR;

const libraryOf = ({ sources }: TEvalManifest): string => sources[0]?.name ?? '';

/** The publish source of a T-Eval export. @param folder a verified export @param paper what to cite for the family */
export const tEvalSource = (folder: string, manifest: TEvalManifest, paper: string): PublishSource => ({
  family: manifest.family,
  items: manifest.inputs.items,
  licence: LICENCE,
  notice: (licence) => pathsNotice(licence, manifest),
  tables: tablesOf(folder, manifest, paper),
  conversations: conversationsOf(folder, manifest),
});

/** Accepted paths, the records of the eight subsets and the tools, each as a config. */
const tablesOf = (folder: string, manifest: TEvalManifest, paper: string): DatasetTables => ({
  configs: [
    { name: MAIN, columns: PATH_COLUMNS },
    ...TEVAL_FILES.map(({ stem }) => ({ name: stem, columns: PATH_RECORD_COLUMNS })),
    { name: 'tools', columns: API_COLUMNS },
  ],
  main: MAIN,
  splits: [PATH_SPLIT, 'tools'],
  async *items() {
    for await (const item of readPathLines(folder))
      yield {
        licence: LICENCE,
        rows: [{ config: MAIN, split: PATH_SPLIT, row: pathRow(item, LICENCE, libraryOf(manifest)) }],
      };
  },
  async *rest() {
    for await (const record of readPathRecords(folder, manifest.settings.language))
      yield { config: record.stem, split: PATH_SPLIT, row: pathRecordRow(record) };
    const called = new Set(manifest.settings.called);
    for (const tool of await readPathTools(folder))
      for (const row of apiRows(tool, called)) yield { config: 'tools', split: 'tools', row };
  },
  describe: (splits, licences) => ({
    ...{ name: datasetName(manifest), language: manifest.settings.language },
    description: `Queries with annotated solution paths over ${toolsName(manifest)}, and the evaluation records in the form of ${manifest.family} made from them.`,
    citation: pathsCitation(manifest, paper),
    text: pathsCardText({ manifest, splits, licences }, paper),
    opens: MAIN,
  }),
});

const conversationsOf = (folder: string, manifest: TEvalManifest): DatasetConversations => ({
  splits: [PATH_SPLIT],
  otherwise: PATH_SPLIT,
  async *items(thoughts) {
    for await (const item of readPathLines(folder)) {
      const { itemId, itemVersion, recordId, annotated } = item;
      const origin = {
        ...{ itemId, itemVersion, query: annotated.id, source: libraryOf(manifest), recordId },
        licence: LICENCE,
      };
      const conversation = pathConversation(item, thoughts);
      yield { licence: LICENCE, written: { split: PATH_SPLIT, conversation, origin } };
    }
  },
});
