import { goldCallsOfTurn } from '../../../core/tooltalk/conversation.js';
import { UNCLEAR, type Licence } from '../../../core/licences.js';
import type { ToolTalkManifest } from '../../../core/tooltalk/manifest.js';
import { readConversations, readDocuments, type ExportedConversation } from '../../tooltalk/read-export.js';
import { column, ITEM_ID, LICENCE_ID, type Column, type TableRow } from '../columns.js';
import type { DatasetTables, PublishSource } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { peopleNamed } from '../../people.js';
import { cardBody, loadLine, type CardOf } from '../huggingface/card-body.js';
import { leftOutItems, modelsMade } from '../huggingface/card-lines.js';
import { modelsNotice, noticeText, peopleNotice } from '../notice.js';
import { toolTalkChat } from './conversation.js';
import { writeJson } from '../../../core/json.js';

const CONFIG = 'conversations';
const SPLIT = 'test';
/** Neither databases nor conversations state a licence. */
const LICENCE = UNCLEAR;

const COLUMNS: readonly Column[] = [
  ITEM_ID,
  column.text('set', 'easy, or tooltalk for hard ones'),
  column.text('name', 'Name of its file'),
  column.texts('suites', 'Suites whose tools it calls'),
  column.texts('tools', 'Tools that it calls'),
  column.text('scenario', 'What it is about; empty where not told'),
  column.text('timestamp', 'The moment, YYYY-MM-DD HH:MM:SS'),
  column.text('location', 'Where the user is'),
  column.text('username', 'Who is logged in; empty: nobody'),
  column.rows('turns', 'The conversation', [
    column.text('role', 'user or assistant'),
    column.text('text', 'What is said'),
    column.text('calls', 'Gold calls with their results, as JSON'),
  ]),
  LICENCE_ID,
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
    text: cardText({ manifest, splits, licences }, paper),
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
    calls: writeJson(goldCallsOfTurn(turn)),
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

function cardText(of: CardOf<ToolTalkManifest>, paper: string): string {
  const { counts, product, models } = of.manifest;
  return cardBody(of, {
    about: `Conversations of a person with an assistant that calls simulated tools; each gold call was executed and returns the same when it is executed again. Made by Benchwright ${product}, in the form of: ${paper}.`,
    rowOf: () => 'a conversation with its gold calls',
    content: `- ${counts.turns} turns, ${counts.calls} calls of ${Object.keys(counts.tools).length} tools; ${counts.errors} calls end with an error`,
    made: [
      modelsMade(models, {
        none:
          counts.writers === undefined
            ? 'The conversations were read, checked and reviewed.'
            : `People wrote the conversations, and others checked them: ${peopleNamed(counts.writers)}.`,
        roles: (roles) => `A user agent and an assistant agent held them: ${roles}.`,
      }),
    ],
    leftOut: leftOutItems(counts, 'conversations'),
    notice: (licence) => noticeOf(licence, of.manifest),
    loading: [loadLine(CONFIG, SPLIT)],
  });
}
