import { goldCallsOfTurn } from '../../../core/tooltalk/conversation.js';
import { mostRestrictive, UNCLEAR, type Licence } from '../../../core/licences.js';
import type { ToolTalkManifest } from '../../../core/tooltalk/manifest.js';
import { readConversations, readDocuments, type ExportedConversation } from '../../tooltalk/read-export.js';
import type { Column, TableRow } from '../columns.js';
import type { DatasetTables, PublishSource, WrittenSplit } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { peopleNamed } from '../../people.js';
import { licenceText, table } from '../huggingface/card-parts.js';
import { lostLines, modelsNotice, noticeText, peopleNotice, roleModels } from '../notice.js';
import { toolTalkChat } from './conversation.js';

const CONFIG = 'conversations';
const SPLIT = 'test';
/** Neither databases nor conversations state a licence. */
const LICENCE = mostRestrictive([UNCLEAR]).spdx;

const COLUMNS: readonly Column[] = [
  { name: 'item_id', type: 'string', description: 'Stable across seeds and settings' },
  { name: 'set', type: 'string', description: 'easy, or tooltalk for hard ones' },
  { name: 'name', type: 'string', description: 'Name of its file' },
  { name: 'suites', type: { list: 'string' }, description: 'Suites whose tools it calls' },
  { name: 'tools', type: { list: 'string' }, description: 'Tools that it calls' },
  { name: 'scenario', type: 'string', description: 'What it is about; empty where not told' },
  { name: 'timestamp', type: 'string', description: 'The moment, YYYY-MM-DD HH:MM:SS' },
  { name: 'location', type: 'string', description: 'Where the user is' },
  { name: 'username', type: 'string', description: 'Who is logged in; empty: nobody' },
  {
    name: 'turns',
    type: {
      list: [
        { name: 'role', type: 'string', description: 'user or assistant' },
        { name: 'text', type: 'string', description: 'What is said' },
        { name: 'calls', type: 'string', description: 'Gold calls with their results, as JSON' },
      ],
    },
    description: 'The conversation',
  },
  { name: 'licence', type: 'string', description: 'SPDX id of the licence, as far as it is known' },
];

/** The publish source of a ToolTalk export. @param folder a verified export @param paper what to cite for the family */
export const toolTalkSource = (folder: string, manifest: ToolTalkManifest, paper: string): PublishSource => ({
  family: manifest.family,
  items: manifest.counts.accepted,
  licence: LICENCE,
  notice: (licence) => noticeOf(licence, manifest),
  tables: tablesOf(folder, manifest, paper),
  conversations: {
    splits: [SPLIT],
    otherwise: SPLIT,
    async *items() {
      const documents = await readDocuments(folder);
      for await (const { line, conversation } of readConversations(folder)) {
        const { itemId, itemVersion, recordId, file } = line;
        yield {
          licence: LICENCE,
          written: {
            split: SPLIT,
            conversation: toolTalkChat(conversation, itemId, documents),
            origin: { itemId, itemVersion, recordId, file, licence: LICENCE },
          },
        };
      }
    },
  },
});

const tablesOf = (folder: string, manifest: ToolTalkManifest, paper: string): DatasetTables => ({
  configs: [{ name: CONFIG, columns: COLUMNS }],
  main: CONFIG,
  splits: [SPLIT],
  async *items() {
    for await (const one of readConversations(folder))
      yield { licence: LICENCE, rows: [{ config: CONFIG, split: SPLIT, row: rowOf(one) }] };
  },
  async *rest() {},
  describe: (splits, licences) => ({
    ...{ name: datasetName(manifest), language: 'en', opens: CONFIG },
    description:
      'Conversations with simulated tools, whose gold calls were executed, in the form of ToolTalk.',
    citation: paper,
    text: cardText(manifest, splits, licences, paper),
  }),
});

const rowOf = ({ line, conversation }: ExportedConversation): TableRow => ({
  ...{ item_id: line.itemId, set: line.set, name: conversation.name ?? '', licence: LICENCE },
  ...{ suites: conversation.suites_used ?? [], tools: conversation.apis_used ?? [] },
  scenario: conversation.scenario ?? '',
  ...{ timestamp: conversation.metadata.timestamp, location: conversation.metadata.location },
  username: conversation.metadata.username ?? '',
  turns: conversation.conversation.map((turn) => ({
    ...{ role: turn.role, text: turn.text },
    calls: JSON.stringify(goldCallsOfTurn(turn)),
  })),
});

/** Ownership and conditions for redistribution. @param licence of the whole */
function noticeOf(licence: Licence, { sources, models, counts: { writers } }: ToolTalkManifest): string {
  const read = sources.find((source) => source.name === 'conversations');
  const made =
    read === undefined
      ? writers === undefined
        ? modelsNotice(models)
        : peopleNotice(writers, 'conversations')
      : `- of ${read.count} conversations that were read, which belong to who wrote them.`;
  return noticeText(licence, [made], {
    before: ['The tool documents are those of ToolTalk (Microsoft, MIT License).', ''],
  });
}

/** The card's body. */
function cardText(
  manifest: ToolTalkManifest,
  splits: readonly WrittenSplit[],
  licences: ReadonlyMap<string, number>,
  paper: string,
): string {
  const { counts, product, models } = manifest;
  const sections = [
    `# ${datasetName(manifest)}`,
    `Conversations of a person with an assistant that calls simulated tools; each gold call was executed and returns the same when it is executed again. Made by Benchwright ${product}, in the form of: ${paper}.`,
    '## What is in it',
    table(
      ['config', 'split', 'rows', 'what a row is'],
      splits.map((one) => [one.config, one.split, String(one.rows), 'a conversation with its gold calls']),
    ),
    `- ${counts.turns} turns, ${counts.calls} calls of ${Object.keys(counts.tools).length} tools; ${counts.errors} calls end with an error`,
    '## How it was made',
    models === undefined
      ? counts.writers === undefined
        ? 'The conversations were read, checked and reviewed.'
        : `People wrote the conversations, and others checked them: ${peopleNamed(counts.writers)}.`
      : models.rehearsal === true
        ? 'A rehearsal: texts are made up by rule.'
        : `A user agent and an assistant agent held them: ${roleModels(models)}.`,
    '## What was left out',
    [`Of ${counts.asked} conversations, ${counts.accepted} are in it.`, '', ...lostLines(counts)]
      .join('\n')
      .trimEnd(),
    '## Licence',
    licenceText(noticeOf(mostRestrictive(licences.keys()), manifest), licences),
    '## Loading it',
    `\`\`\`python\nfrom datasets import load_dataset\n\nload_dataset("PATH", "${CONFIG}", split="${SPLIT}")\n\`\`\``,
  ];
  return `${sections.join('\n\n')}\n`;
}
