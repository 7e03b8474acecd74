import type { AskManifest } from '../../../core/ask/manifest.js';
import { UNCLEAR, type Licence } from '../../../core/licences.js';
import { readAnswers, type AnsweredLine, type RowLineage } from '../../ask/read-answers.js';
import type { ConversationTurn } from '../chat/conversation.js';
import type { TableRow } from '../columns.js';
import type { DatasetConversations, DatasetTables, PublishSource } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { cardBody, loadLine, type CardOf } from '../huggingface/card-body.js';
import { leftOutText, modelsNamed, reasonLines } from '../huggingface/card-lines.js';
import { modelsNotice, noticeText } from '../notice.js';
import { ANSWER_COLUMNS, ANSWER_SPLIT, CONVERSATION_COLUMNS } from './columns.js';

const CONFIG = 'answers';

/** Rows state no licence. */
const LICENCE = UNCLEAR;

/** The publish source of an `ask` export. @param folder a verified export */
export const askSource = (folder: string, manifest: AskManifest): PublishSource => ({
  family: manifest.family,
  items: manifest.counts.answered,
  licence: LICENCE,
  notice: (licence) => noticeOf(licence, manifest),
  tables: tablesOf(folder, manifest),
  conversations: conversationsOf(folder),
});

/** The answered rows of an export. */
async function* answeredRows(
  folder: string,
): AsyncGenerator<{ readonly lineage: RowLineage; readonly answered: AnsweredLine }> {
  for await (const { lineage, answered } of readAnswers(folder)) if (answered) yield { lineage, answered };
}

const tablesOf = (folder: string, manifest: AskManifest): DatasetTables => ({
  configs: [
    { name: CONFIG, columns: manifest.settings.user === null ? ANSWER_COLUMNS : CONVERSATION_COLUMNS },
  ],
  main: CONFIG,
  splits: [ANSWER_SPLIT],
  async *items() {
    for await (const { lineage, answered } of answeredRows(folder))
      yield {
        licence: LICENCE,
        rows: [{ config: CONFIG, split: ANSWER_SPLIT, row: rowOf(lineage, answered) }],
      };
  },
  async *rest() {},
  describe: (splits, licences) => ({
    ...{ name: datasetName(manifest), language: undefined, opens: CONFIG },
    description: `Answers of language models to the rows of ${sourceNames(manifest)}.`,
    citation: `the owners of ${sourceNames(manifest)}`,
    text: cardText({ manifest, splits, licences }),
  }),
});

const rowOf = ({ itemId, id, source, file, line }: RowLineage, answered: AnsweredLine): TableRow => ({
  ...{ item_id: itemId, id, source, file, line, text: answered.text, licence: LICENCE },
  ...('messages' in answered
    ? {
        messages: answered.messages.map(({ role, text }) => ({ role, content: text })),
        models: answered.models,
      }
    : { answer: answered.answer, model: answered.model }),
});

const conversationsOf = (folder: string): DatasetConversations => ({
  splits: [ANSWER_SPLIT],
  otherwise: ANSWER_SPLIT,
  async *items() {
    for await (const { lineage, answered } of answeredRows(folder)) {
      const { itemId, id, source, file, line } = lineage;
      yield {
        licence: LICENCE,
        written: {
          split: ANSWER_SPLIT,
          conversation: { system: undefined, tools: [], turns: turnsOf(answered) },
          origin: { itemId, id, source, file, line, licence: LICENCE },
        },
      };
    }
  },
});

/** The turns of a conversation, in which user and assistant alternate. */
function turnsOf(answered: AnsweredLine): ConversationTurn[] {
  if (!('messages' in answered)) return [{ user: answered.text, steps: [], response: answered.answer }];
  const { messages } = answered;
  return messages.flatMap(({ role, text }, at) =>
    role === 'user' ? [{ user: text, steps: [], response: messages[at + 1]?.text ?? '' }] : [],
  );
}

const sourceNames = ({ sources }: AskManifest): string =>
  sources.map(({ name, path }) => `${name} (${path})`).join(', ');

/** Ownership and conditions for redistribution. @param licence of the whole */
const noticeOf = (licence: Licence, { sources, models }: AskManifest): string =>
  noticeText(licence, [
    ...sources.map(
      ({ name: of, path, rows }) =>
        `- of the rows of \`${of}\` (${path}: ${rows} rows), which belong to who wrote them;`,
    ),
    modelsNotice(models),
  ]);

function cardText(of: CardOf<AskManifest>): string {
  const { counts, settings, models, product } = of.manifest;
  const { rows, answered, setAside } = counts;
  return cardBody(of, {
    about: `What language models answered to the rows of ${sourceNames(of.manifest)}. Made by Benchwright ${product}.`,
    rowOf: () =>
      settings.user === null ? 'a text with its answer' : 'a text with the conversation about it',
    made: [
      `- asked: ${settings.role}${settings.user === null ? ', once a row' : `, at most ${settings.turns} turns; ${settings.user} played the user`}\n- models: ${modelsNamed(models)}`,
    ],
    leftOut: leftOutText(
      `Of ${rows} rows, ${answered} were answered.`,
      reasonLines('rows set aside', setAside),
    ),
    notice: (licence) => noticeOf(licence, of.manifest),
    loading: [loadLine(CONFIG, ANSWER_SPLIT)],
  });
}
