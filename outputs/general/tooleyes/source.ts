import { UNCLEAR, type Licence } from '../../../core/licences.js';
import { JUDGED_PARTS } from '../../../core/tooleyes/judgement.js';
import { libraryPath, type ToolDocument } from '../../../core/tooleyes/library.js';
import type { ToolEyesManifest } from '../../../core/tooleyes/manifest.js';
import { readExportedLibrary, readItems, type ExportedItem } from '../../tooleyes/read-export.js';
import { column, ITEM_ID, LICENCE_ID, type Column, type TableRow } from '../columns.js';
import type { DatasetTables, PublishSource } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { cardBody, loadLine, type CardOf } from '../huggingface/card-body.js';
import { leftOutItems, modelsMade, peopleWrote } from '../huggingface/card-lines.js';
import { modelsNotice, noticeText, peopleNotice } from '../notice.js';
import { toolEyesChat } from './conversation.js';
import { writeJson } from '../../../core/json.js';

const QUERIES = 'queries';
const TOOLS = 'tools';
const SPLIT = 'test';
/** Neither queries nor libraries state a licence in their files. */
const LICENCE = UNCLEAR;

const QUERY_COLUMNS: readonly Column[] = [
  ITEM_ID,
  column.text('record_id', 'The record or draft that it comes from'),
  column.text('scenario', 'Key of the scenario'),
  column.text('path', 'Subcategory whose tools are offered'),
  column.text('query', 'What the person asks for'),
  column.text('by', 'person, or model for a draft'),
  column.text('author', 'Who wrote it; empty: not told'),
  column.rows('turns', 'The reference trajectory; empty where none was made', [
    column.text('text', 'Message of the model'),
    column.text('reply_kind', 'observation, user, format or none'),
    column.text('reply', 'What it was answered'),
  ]),
  column.json('scores', 'Scores of the judge by part; {} where none were given'),
  LICENCE_ID,
];

const TOOL_COLUMNS: readonly Column[] = [
  column.text('path', 'Subcategory'),
  column.text('name', 'Name of the tool'),
  column.json('document', 'Its document'),
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
          row: { path, name: document.name, document: writeJson(document) },
        };
  },
  describe: (splits, licences) => ({
    ...{ name: datasetName(manifest), language: 'en', opens: QUERIES },
    description:
      'Queries for the tools of a library in scenarios, with judged trajectories, in the form of ToolEyes.',
    citation: paper,
    text: cardText({ manifest, splits, licences }, paper),
  }),
});

const rowOf = ({ itemId, recordId, item }: ExportedItem): TableRow => ({
  ...{ item_id: itemId, record_id: recordId, scenario: item.scenario, path: item.path, query: item.query },
  ...{ by: item.by, author: item.author },
  turns: (item.turns ?? []).map(({ text, reply }) => ({ text, reply_kind: reply.kind, reply: reply.text })),
  scores: writeJson(
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

function cardText(of: CardOf<ToolEyesManifest>, paper: string): string {
  const { counts, product, models } = of.manifest;
  return cardBody(of, {
    about: `Queries for the tools of a library in scenarios. Made by Benchwright ${product}, in the form of: ${paper}. There is no gold answer: a judge scores what a model does.`,
    rowOf: (config) =>
      config === QUERIES ? 'a query with its reference trajectory' : 'a tool of a subcategory',
    content: `- ${counts.tools} tools in ${counts.subcategories} subcategories; ${counts.turns} messages in reference trajectories, ${counts.judged} trajectories judged`,
    made: [
      ...peopleWrote(counts.writers),
      modelsMade(models, {
        none: `The queries were ${counts.writers === undefined ? 'read' : 'written'}, checked and reviewed.`,
        roles: (roles) => `By ${roles}; results of tools are simulated.`,
      }),
    ],
    leftOut: leftOutItems(counts, 'queries'),
    notice: (licence) => noticeOf(licence, of.manifest),
    loading: [loadLine(QUERIES, SPLIT)],
  });
}
