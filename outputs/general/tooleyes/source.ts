import { sumOf } from '../../../core/counts.js';
import { mostRestrictive, UNCLEAR, type Licence } from '../../../core/licences.js';
import { JUDGED_PARTS } from '../../../core/tooleyes/judgement.js';
import { libraryPath, type ToolDocument } from '../../../core/tooleyes/library.js';
import type { ToolEyesManifest } from '../../../core/tooleyes/manifest.js';
import { peopleNamed } from '../../people.js';
import { readExportedLibrary, readItems, type ExportedItem } from '../../tooleyes/read-export.js';
import type { Column, TableRow } from '../columns.js';
import type { DatasetTables, PublishSource, WrittenSplit } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { licenceText, table } from '../huggingface/card-parts.js';
import { lostLines, modelsNotice, noticeText, peopleNotice, roleModels } from '../notice.js';
import { toolEyesChat } from './conversation.js';

const QUERIES = 'queries';
const TOOLS = 'tools';
const SPLIT = 'test';
/** Neither queries nor libraries state a licence in their files. */
const LICENCE = mostRestrictive([UNCLEAR]).spdx;

const QUERY_COLUMNS: readonly Column[] = [
  { name: 'item_id', type: 'string', description: 'Stable across seeds and settings' },
  { name: 'record_id', type: 'string', description: 'The record or draft that it comes from' },
  { name: 'scenario', type: 'string', description: 'Key of the scenario' },
  { name: 'path', type: 'string', description: 'Subcategory whose tools are offered' },
  { name: 'query', type: 'string', description: 'What the person asks for' },
  { name: 'by', type: 'string', description: 'person, or model for a draft' },
  { name: 'author', type: 'string', description: 'Who wrote it; empty: not told' },
  {
    name: 'turns',
    type: {
      list: [
        { name: 'text', type: 'string', description: 'Message of the model' },
        { name: 'reply_kind', type: 'string', description: 'observation, user, format or none' },
        { name: 'reply', type: 'string', description: 'What it was answered' },
      ],
    },
    description: 'The reference trajectory; empty where none was made',
  },
  { name: 'scores', type: 'json', description: 'Scores of the judge by part; {} where none were given' },
  { name: 'licence', type: 'string', description: 'SPDX id of the licence, as far as it is known' },
];

const TOOL_COLUMNS: readonly Column[] = [
  { name: 'path', type: 'string', description: 'Subcategory' },
  { name: 'name', type: 'string', description: 'Name of the tool' },
  { name: 'document', type: 'json', description: 'Its document' },
];

/** The publish source of a ToolEyes export. @param folder a verified export @param paper what to cite for the family */
export const toolEyesSource = (folder: string, manifest: ToolEyesManifest, paper: string): PublishSource => ({
  family: manifest.family,
  items: manifest.counts.accepted,
  licence: LICENCE,
  notice: (licence) => noticeOf(licence, manifest),
  tables: tablesOf(folder, manifest, paper),
  conversations:
    manifest.settings.trajectories === undefined
      ? undefined
      : {
          splits: [SPLIT],
          otherwise: SPLIT,
          async *items() {
            const tools = await toolsByPath(folder, manifest);
            for await (const { itemId, recordId, item } of readItems(folder))
              yield {
                licence: LICENCE,
                written: {
                  split: SPLIT,
                  conversation: toolEyesChat(item, itemId, tools.get(item.path) ?? []),
                  origin: { itemId, recordId, licence: LICENCE },
                },
              };
          },
        },
});

const toolsByPath = async (
  folder: string,
  manifest: ToolEyesManifest,
): Promise<ReadonlyMap<string, readonly ToolDocument[]>> =>
  new Map((await readExportedLibrary(folder, manifest)).map((one) => [libraryPath(one), one.tools]));

const tablesOf = (folder: string, manifest: ToolEyesManifest, paper: string): DatasetTables => ({
  configs: [
    { name: QUERIES, columns: QUERY_COLUMNS },
    { name: TOOLS, columns: TOOL_COLUMNS },
  ],
  main: QUERIES,
  splits: [SPLIT],
  async *items() {
    for await (const one of readItems(folder))
      yield { licence: LICENCE, rows: [{ config: QUERIES, split: SPLIT, row: rowOf(one) }] };
  },
  async *rest() {
    for (const [path, tools] of await toolsByPath(folder, manifest))
      for (const document of tools)
        yield {
          ...{ config: TOOLS, split: SPLIT },
          row: { path, name: document.name, document: JSON.stringify(document) },
        };
  },
  describe: (splits, licences) => ({
    ...{ name: datasetName(manifest), language: 'en', opens: QUERIES },
    description:
      'Queries for the tools of a library in scenarios, with judged trajectories, in the form of ToolEyes.',
    citation: paper,
    text: cardText(manifest, splits, licences, paper),
  }),
});

const rowOf = ({ itemId, recordId, item }: ExportedItem): TableRow => ({
  ...{ item_id: itemId, record_id: recordId, scenario: item.scenario, path: item.path, query: item.query },
  ...{ by: item.by, author: item.author },
  turns: (item.turns ?? []).map(({ text, reply }) => ({ text, reply_kind: reply.kind, reply: reply.text })),
  scores: JSON.stringify(
    item.judgement === undefined
      ? {}
      : Object.fromEntries(JUDGED_PARTS.map((part) => [part, item.judgement?.eval_score[part]])),
  ),
  licence: LICENCE,
});

/** Ownership and conditions for redistribution. @param licence of the whole */
const noticeOf = (licence: Licence, { counts, models }: ToolEyesManifest): string =>
  noticeText(licence, [
    `- of a library of ${counts.tools} tools, which belongs to who made it.`,
    ...(counts.writers !== undefined
      ? [peopleNotice(counts.writers, 'queries')]
      : counts.by['person'] === undefined
        ? []
        : [`- of ${counts.by['person']} queries that people wrote, which belong to them.`]),
    ...(models === undefined ? [] : [modelsNotice(models)]),
  ]);

/** The card's body. */
function cardText(
  manifest: ToolEyesManifest,
  splits: readonly WrittenSplit[],
  licences: ReadonlyMap<string, number>,
  paper: string,
): string {
  const { counts, product, models } = manifest;
  const sections = [
    `# ${datasetName(manifest)}`,
    `Queries for the tools of a library in scenarios. Made by Benchwright ${product}, in the form of: ${paper}. There is no gold answer: a judge scores what a model does.`,
    '## What is in it',
    table(
      ['config', 'split', 'rows', 'what a row is'],
      splits.map((one) => [
        one.config,
        one.split,
        String(one.rows),
        one.config === QUERIES ? 'a query with its reference trajectory' : 'a tool of a subcategory',
      ]),
    ),
    `- ${counts.tools} tools in ${counts.subcategories} subcategories; ${counts.turns} messages in reference trajectories, ${counts.judged} trajectories judged`,
    '## How it was made',
    ...(counts.writers === undefined
      ? []
      : [`People wrote ${sumOf(counts.writers)} queries: ${peopleNamed(counts.writers)}.`]),
    models === undefined
      ? `The queries were ${counts.writers === undefined ? 'read' : 'written'}, checked and reviewed.`
      : models.rehearsal === true
        ? 'A rehearsal: texts are made up by rule.'
        : `By ${roleModels(models)}; results of tools are simulated.`,
    '## What was left out',
    [`Of ${counts.asked} queries, ${counts.accepted} are in it.`, '', ...lostLines(counts)]
      .join('\n')
      .trimEnd(),
    '## Licence',
    licenceText(noticeOf(mostRestrictive(licences.keys()), manifest), licences),
    '## Loading it',
    `\`\`\`python\nfrom datasets import load_dataset\n\nload_dataset("PATH", "${QUERIES}", split="${SPLIT}")\n\`\`\``,
  ];
  return `${sections.join('\n\n')}\n`;
}
