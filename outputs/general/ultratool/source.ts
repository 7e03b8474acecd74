import { join } from 'node:path';
import { mostRestrictive, UNCLEAR, type Licence } from '../../../core/licences.js';
import type { UltraToolManifest } from '../../../core/ultratool/manifest.js';
import { ULTRATOOL_TASKS } from '../../../core/ultratool/records.js';
import { sumOf } from '../../../core/counts.js';
import { jsonLinesOf } from '../../json-lines.js';
import { peopleNamed } from '../../people.js';
import { readSamples, type ExportedSample } from '../../ultratool/read-export.js';
import type { Column, TableRow } from '../columns.js';
import type { DatasetRow, DatasetTables, PublishSource, WrittenSplit } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { licenceText, table } from '../huggingface/card-parts.js';
import { lostLines, modelsNotice, noticeText, peopleNotice, roleModels } from '../notice.js';
import { ultraToolChat } from './conversation.js';

const SAMPLES = 'samples';
const TASKS = 'tasks';
/** Neither experts' queries nor the published samples state a licence. */
const LICENCE = mostRestrictive([UNCLEAR]).spdx;

const SAMPLE_COLUMNS: readonly Column[] = [
  { name: 'item_id', type: 'string', description: 'Stable across seeds and settings' },
  { name: 'record_id', type: 'string', description: 'The line or query that it comes from' },
  { name: 'kind', type: 'string', description: 'original, generalised, complicated, or read' },
  { name: 'domain', type: 'string', description: 'Domain of the query' },
  { name: 'question', type: 'string', description: 'The query' },
  {
    name: 'plan',
    type: {
      list: [
        { name: 'step', type: 'string', description: 'Number and text of the step' },
        { name: 'tool', type: 'string', description: 'null, no tool required, or the call' },
      ],
    },
    description: 'The tree of steps, in order',
  },
  { name: 'tools', type: 'json', description: 'Documents of the tools that it calls' },
  { name: 'licence', type: 'string', description: 'SPDX id of the licence, as far as it is known' },
];

const TASK_COLUMNS: readonly Column[] = [
  { name: 'task', type: 'string', description: 'One of the six tasks' },
  { name: 'line', type: 'int', description: 'Line of its file: the test sample that it is derived from' },
  { name: 'record', type: 'json', description: 'The record, as its file has it' },
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
    text: cardText(manifest, splits, licences, paper),
  }),
});

async function* taskRows(folder: string, task: string): AsyncGenerator<DatasetRow> {
  let line = 0;
  for await (const record of jsonLinesOf(join(folder, 'data', 'test_set', `${task}.json`))) {
    line += 1;
    yield { config: TASKS, split: 'test', row: { task, line, record: JSON.stringify(record) } };
  }
}

const rowOf = ({ itemId, recordId, item }: ExportedSample): TableRow => ({
  ...{ item_id: itemId, record_id: recordId, kind: item.kind, domain: item.domain },
  question: item.question,
  plan: item.plan.map(({ step, tool }) => ({ step, tool })),
  ...{ tools: JSON.stringify(item.tools), licence: LICENCE },
});

/** Ownership and conditions for redistribution. @param licence of the whole */
const noticeOf = (licence: Licence, { sources, models, counts }: UltraToolManifest): string =>
  noticeText(licence, [
    ...sources.map(({ name, count }) => `- of ${count} ${name}, which belong to who wrote them.`),
    ...(counts.writers === undefined ? [] : [peopleNotice(counts.writers, 'queries')]),
    ...(models === undefined ? [] : [modelsNotice(models)]),
  ]);

/** The card's body. */
function cardText(
  manifest: UltraToolManifest,
  splits: readonly WrittenSplit[],
  licences: ReadonlyMap<string, number>,
  paper: string,
): string {
  const { counts, product, models } = manifest;
  const sections = [
    `# ${datasetName(manifest)}`,
    `Queries, plans as trees of steps, calls and tools. Made by Benchwright ${product}, in the form of: ${paper}.`,
    '## What is in it',
    table(
      ['config', 'split', 'rows', 'what a row is'],
      splits.map((one) => [
        one.config,
        one.split,
        String(one.rows),
        one.config === SAMPLES ? 'a query with its plan and tools' : 'a record of one of the six tasks',
      ]),
    ),
    `- ${counts.steps} steps, ${counts.calls} calls of ${Object.keys(counts.tools).length} tools; no call was executed`,
    '## How it was made',
    ...(counts.writers === undefined
      ? []
      : [`People wrote ${sumOf(counts.writers)} queries: ${peopleNamed(counts.writers)}.`]),
    models === undefined
      ? 'The samples were read, checked and reviewed, and the tasks derived.'
      : models.rehearsal === true
        ? 'A rehearsal: texts are made up by rule.'
        : `Models made queries, plans, tools and calls: ${roleModels(models)}.`,
    '## What was left out',
    [`Of ${counts.asked} samples, ${counts.accepted} are in it.`, '', ...lostLines(counts)]
      .join('\n')
      .trimEnd(),
    '## Licence',
    licenceText(noticeOf(mostRestrictive(licences.keys()), manifest), licences),
    '## Loading it',
    `\`\`\`python\nfrom datasets import load_dataset\n\nload_dataset("PATH", "${SAMPLES}", split="test")\n\`\`\``,
  ];
  return `${sections.join('\n\n')}\n`;
}
