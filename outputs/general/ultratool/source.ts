import { join } from 'node:path';
import { UNCLEAR, type Licence } from '../../../core/licences.js';
import type { UltraToolManifest } from '../../../core/ultratool/manifest.js';
import { ULTRATOOL_TASKS } from '../../../core/ultratool/records.js';
import { jsonLinesOf } from '../../json-lines.js';
import { readSamples, type ExportedSample } from '../../ultratool/read-export.js';
import { column, ITEM_ID, LICENCE_ID, type Column, type TableRow } from '../columns.js';
import type { DatasetRow, DatasetTables, PublishSource } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { cardBody, loadLine, type CardOf } from '../huggingface/card-body.js';
import { leftOutItems, modelsMade, peopleWrote } from '../huggingface/card-lines.js';
import { modelsNotice, noticeText, peopleNotice } from '../notice.js';
import { ultraToolChat } from './conversation.js';
import { writeJson } from '../../../core/json.js';

const SAMPLES = 'samples';
const TASKS = 'tasks';
/** Neither experts' queries nor the published samples state a licence. */
const LICENCE = UNCLEAR;

const SAMPLE_COLUMNS: readonly Column[] = [
  ITEM_ID,
  column.text('record_id', 'The line or query that it comes from'),
  column.text('kind', 'original, generalised, complicated, or read'),
  column.text('domain', 'Domain of the query'),
  column.text('question', 'The query'),
  column.rows('plan', 'The tree of steps, in order', [
    column.text('step', 'Number and text of the step'),
    column.text('tool', 'null, no tool required, or the call'),
  ]),
  column.json('tools', 'Documents of the tools that it calls'),
  LICENCE_ID,
];

const TASK_COLUMNS: readonly Column[] = [
  column.text('task', 'One of the six tasks'),
  column.int('line', 'Line of its file: the test sample that it is derived from'),
  column.json('record', 'The record, as its file has it'),
];

/**
 * The publish source of an UltraTool export. @param folder a verified export @param paper what to cite for the family
 */
export const ultraToolSource = (
  folder: string,
  manifest: UltraToolManifest,
  paper: string,
): PublishSource => ({
  family: manifest.family,
  items: manifest.counts.accepted,
  licence: LICENCE,
  notice: (licence) => noticeOf(licence, manifest),
  tables: tablesOf(folder, manifest, paper),
  conversations: {
    splits: splitsOf(manifest),
    otherwise: 'test',
    async *items() {
      for (const wanted of splitsOf(manifest))
        for await (const { itemId, recordId, split, item } of readSamples(folder))
          if (split === wanted)
            yield {
              licence: LICENCE,
              written: {
                split,
                conversation: ultraToolChat(item, itemId),
                origin: { itemId, recordId, licence: LICENCE },
              },
            };
    },
  },
});

const splitsOf = ({ counts }: UltraToolManifest): readonly ('test' | 'dev')[] =>
  counts.dev > 0 ? ['test', 'dev'] : ['test'];

const tablesOf = (folder: string, manifest: UltraToolManifest, paper: string): DatasetTables => ({
  configs: [
    { name: SAMPLES, columns: SAMPLE_COLUMNS },
    { name: TASKS, columns: TASK_COLUMNS },
  ],
  main: SAMPLES,
  splits: splitsOf(manifest),
  async *items() {
    for (const split of splitsOf(manifest))
      for await (const one of readSamples(folder))
        if (one.split === split)
          yield { licence: LICENCE, rows: [{ config: SAMPLES, split, row: rowOf(one) }] };
  },
  async *rest() {
    for (const task of ULTRATOOL_TASKS) yield* taskRows(folder, task);
  },
  describe: (splits, licences) => ({
    ...{ name: datasetName(manifest), language: manifest.settings.language, opens: SAMPLES },
    description: 'Queries with plans as trees of steps, calls and tools, in the six tasks of UltraTool.',
    citation: paper,
    text: cardText({ manifest, splits, licences }, paper),
  }),
});

async function* taskRows(folder: string, task: string): AsyncGenerator<DatasetRow> {
  let line = 0;
  for await (const record of jsonLinesOf(join(folder, 'data', 'test_set', `${task}.json`))) {
    line += 1;
    yield { config: TASKS, split: 'test', row: { task, line, record: writeJson(record) } };
  }
}

const rowOf = ({ itemId, recordId, item }: ExportedSample): TableRow => ({
  ...{ item_id: itemId, record_id: recordId, kind: item.kind, domain: item.domain },
  question: item.question,
  plan: item.plan.map(({ step, tool }) => ({ step, tool })),
  ...{ tools: writeJson(item.tools), licence: LICENCE },
});

/** Ownership and conditions for redistribution. @param licence of the whole */
const noticeOf = (licence: Licence, { sources, models, counts }: UltraToolManifest): string =>
  noticeText(licence, [
    ...sources.map(({ name, count }) => `- of ${count} ${name}, which belong to who wrote them.`),
    ...(counts.writers === undefined ? [] : [peopleNotice(counts.writers, 'queries')]),
    ...(models === undefined ? [] : [modelsNotice(models)]),
  ]);

function cardText(of: CardOf<UltraToolManifest>, paper: string): string {
  const { counts, product, models } = of.manifest;
  return cardBody(of, {
    about: `Queries, plans as trees of steps, calls and tools. Made by Benchwright ${product}, in the form of: ${paper}.`,
    rowOf: (config) =>
      config === SAMPLES ? 'a query with its plan and tools' : 'a record of one of the six tasks',
    content: `- ${counts.steps} steps, ${counts.calls} calls of ${Object.keys(counts.tools).length} tools; no call was executed`,
    made: [
      ...peopleWrote(counts.writers),
      modelsMade(models, {
        none: 'The samples were read, checked and reviewed, and the tasks derived.',
        roles: (roles) => `Models made queries, plans, tools and calls: ${roles}.`,
      }),
    ],
    leftOut: leftOutItems(counts, 'samples'),
    notice: (licence) => noticeOf(licence, of.manifest),
    loading: [loadLine(SAMPLES, 'test')],
  });
}
