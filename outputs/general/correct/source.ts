import type { CorrectManifest, RecordLineage } from '../../../core/correct/manifest.js';
import type { PublishedRecord } from '../../../core/correct/record.js';
import { UNCLEAR } from '../../../core/licences.js';
import { CELLS } from '../../../core/mtu-bench/item.js';
import { correctionsNotice } from '../../correct/notice.js';
import { readCorrections } from '../../correct/read-corrections.js';
import { column, FLAGS, LICENCE_ID, SOURCE, type Column, type TableRow } from '../columns.js';
import type { DatasetTables, PublishSource } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { cardBody, type CardOf } from '../huggingface/card-body.js';
import { reasonLines } from '../huggingface/card-lines.js';
import { reviewLines } from '../huggingface/review-text.js';
import { PROMPT_COLUMNS } from '../mtu-bench/columns.js';
import { writeJson } from '../../../core/json.js';

/** The corrected files keep their original licence, which cannot be determined from the files. */
const LICENCE = UNCLEAR;

/** Records outside MTU-Bench's five settings. */
const OTHER = 'other';
const CONFIGS = [...CELLS, OTHER] as const;
const SPLITS = ['test', 'train'] as const;

/** A corrected record. */
const COLUMNS: readonly Column[] = [
  column.text('id', "The record's own id, which others may have too"),
  column.text('item_id', 'Stable: source, file and line'),
  ...PROMPT_COLUMNS,
  column.text('outcome', 'unchanged, or edited by people'),
  FLAGS,
  SOURCE,
  column.text('file', 'File that the record stands in'),
  column.int('line', 'Its line as it was published, from 1'),
  LICENCE_ID,
];

/** The publish source of a `correct` export: its records. @param folder a verified export @param paper what to cite */
export const correctSource = (folder: string, manifest: CorrectManifest, paper: string): PublishSource => ({
  family: manifest.family,
  items: manifest.counts.unchanged + manifest.counts.edited,
  licence: LICENCE,
  notice: () => noticeOf(manifest),
  tables: tablesOf(folder, manifest, paper),
  // A record is a prompt with its gold calls; it has neither results nor answers.
  conversations: undefined,
});

/** The notice without its heading. */
const noticeOf = (manifest: CorrectManifest): string =>
  correctionsNotice(manifest, manifest.counts).split('\n').slice(2).join('\n').trimEnd();

const tablesOf = (folder: string, manifest: CorrectManifest, paper: string): DatasetTables => ({
  configs: CONFIGS.map((name) => ({ name, columns: COLUMNS })),
  main: firstConfig(manifest),
  splits: SPLITS,
  async *items() {
    // The files of a setting may be in any order, but its splits must follow each other.
    for (const split of SPLITS)
      for await (const { lineage, record } of readCorrections(folder)) {
        if (record === undefined || splitOf(lineage) !== split) continue;
        const config = CONFIGS.find((name) => name === lineage.setting) ?? OTHER;
        yield { licence: LICENCE, rows: [{ config, split, row: rowOf(lineage, record) }] };
      }
  },
  async *rest() {},
  describe: (splits, licences) => ({
    ...{ name: datasetName(manifest), language: 'en', opens: splits[0]?.config ?? OTHER },
    description: `Published records of MTU-Bench, corrected: ${sourceNames(manifest)}.`,
    citation: paper,
    text: cardText({ manifest, splits, licences }, paper),
  }),
});

/** The names of training files contain their split. */
const splitOf = ({ file }: RecordLineage): (typeof SPLITS)[number] =>
  /_train\b/.test(file) ? 'train' : 'test';

/** The setting of the first file, which is the default config. */
const firstConfig = ({ sources }: CorrectManifest): string => {
  const files = sources.flatMap((source) => source.files.map(({ path }) => path));
  return CELLS.find((cell) => files.some((file) => file.startsWith(`${cell}_`))) ?? OTHER;
};

const rowOf = (
  { itemId, source, file, line, outcome, flags = [] }: RecordLineage,
  { id, question, calls, more }: PublishedRecord,
): TableRow => ({
  ...{ id, item_id: itemId, question, outcome, flags, source, file, line, licence: LICENCE },
  // Written call by call, because a record may call a tool twice, which an object cannot represent.
  answer: `{${calls.map(({ tool, arguments: given }) => `${JSON.stringify(tool)}:${writeJson(given)}`).join(',')}}`,
  response: typeof more['response'] === 'string' ? more['response'] : null,
});

const sourceNames = ({ sources }: CorrectManifest): string =>
  sources.map(({ name, files }) => `${name} (${files.map(({ path }) => path).join(', ')})`).join('; ');

function cardText(of: CardOf<CorrectManifest>, paper: string): string {
  const { counts, product, review } = of.manifest;
  const { records, unchanged, edited, leftOut, setAside, flagged } = counts;
  const made = [
    ...reviewLines(review, counts.review),
    `of ${records} records, ${unchanged} are as they were published and ${edited} as people edited them`,
  ];
  const lost = [
    ...reasonLines('records left out', leftOut),
    ...reasonLines('records that could not be read', setAside),
    ...reasonLines('records kept and flagged', flagged),
  ];
  return cardBody(of, {
    about: `Published records of MTU-Bench, corrected: ${sourceNames(of.manifest)}. Made by Benchwright ${product}.`,
    rowOf: () => 'a record: prompt, gold calls, what a person may want to look at',
    made: [made.map((line) => `- ${line}`).join('\n')],
    leftOut: lost.join('\n') || 'Nothing.',
    notice: () => noticeOf(of.manifest),
    cite: paper,
    evaluating:
      'Ask a model the `question` as it stands and compare with `answer` by MTU-Bench’s measures. With the export that this was made from, `benchwright score DIR --responses FILE` does so. Do not train on the split `test`.',
  });
}
