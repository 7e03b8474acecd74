import { goldCallsOfTurn, type ToolTalkConversation } from '../../../core/tooltalk/conversation.js';
import type { ToolTalkLineage, ToolTalkManifest } from '../../../core/tooltalk/manifest.js';
import { readConversations, readToolTalkLineage, readToolTalkManifest } from '../../tooltalk/read-export.js';
import { peopleNamed } from '../../people.js';
import { describeModels } from '../describe-models.js';
import type { Figure } from '../figure.js';
import { byNumber, LISTED, lostFigure, numberChart, outcomesFigure } from '../figures/outcomes.js';
import { pageTurn, type PageExample, type PageTurn, type ReportPage } from '../page.js';
import { valueWord, writeJson } from '../../../core/json.js';

/** Conversations shown in full. */
const EXAMPLES = 6;

interface ReportData {
  readonly manifest: ToolTalkManifest;
  /** Number of calls in each accepted conversation. */
  readonly calls: readonly number[];
  readonly lost: readonly ToolTalkLineage[];
  readonly examples: readonly {
    readonly line: ToolTalkLineage;
    readonly conversation: ToolTalkConversation;
  }[];
}

/** The report of a `tooltalk` export. @throws NOT_AN_EXPORT */
export async function toolTalkPage(folder: string): Promise<ReportPage> {
  const data = await readData(folder);
  const { sources, settings, models, product, seed, counts } = data.manifest;
  return {
    title: 'tooltalk: conversations with simulated tools',
    facts: [
      ['made with', `Benchwright ${product}, seed ${seed}`],
      ['from', sources.map(({ name, count }) => `${count} ${name}`).join(', ')],
      [
        'models',
        models !== undefined
          ? describeModels(models)
          : counts.writers === undefined
            ? 'none: the conversations were read'
            : `none: people wrote the conversations: ${peopleNamed(counts.writers)}`,
      ],
      ['tool documents', settings.documents],
      [
        'conversations',
        `${counts.accepted}: ${Object.entries(counts.sets)
          .map(([set, count]) => `${set} ${count}`)
          .join(', ')}`,
      ],
    ],
    figures: [outcomes(data), lengths(data), tools(data), ...lostConversations(data)],
    examplesNote: 'The first conversations, in the order of their ids.',
    examples: data.examples.map(exampleOf),
  };
}

async function readData(folder: string): Promise<ReportData> {
  const manifest = await readToolTalkManifest(folder);
  const calls: number[] = [];
  const lost: ToolTalkLineage[] = [];
  const examples: ReportData['examples'][number][] = [];
  for await (const line of readToolTalkLineage(folder))
    if (line.outcome !== 'accepted' && lost.length < LISTED) lost.push(line);
  for await (const one of readConversations(folder)) {
    calls.push(one.conversation.conversation.flatMap(goldCallsOfTurn).length);
    if (examples.length < EXAMPLES) examples.push(one);
  }
  return { manifest, calls, lost, examples };
}

/** The outcomes of the conversations. */
const outcomes = ({ manifest: { counts } }: ReportData): Figure =>
  outcomesFigure(counts, 'conversations', {
    title: 'From scenarios to conversations',
    note: `${counts.accepted} of ${counts.asked} conversations were accepted. Dropped: the gate, or people, found what is named; quarantined: no usable answer came. data/lineage.jsonl gives the reason for each.`,
  });

/** The number of calls in conversations. */
function lengths({ calls }: ReportData): Figure {
  const rows = byNumber(calls);
  return {
    id: 'calls',
    title: 'Calls per conversation',
    note: 'Easy conversations have one call, hard ones at least three; each call was executed.',
    ...numberChart(rows, { things: 'conversations', of: 'calls' }),
    tables: [{ caption: 'Conversations by number of calls', head: ['calls', 'conversations'], rows }],
  };
}

/** The number of calls per tool. */
function tools({ manifest }: ReportData): Figure {
  const { calls, errors } = manifest.counts;
  const rows = Object.entries(manifest.counts.tools).sort(([, a], [, b]) => b - a);
  return {
    id: 'tools',
    title: 'Calls by tool',
    note: `${calls} calls of ${rows.length} tools; ${errors} of them end with an error.`,
    tables: [{ caption: 'Calls by tool', head: ['tool', 'calls'], rows }],
  };
}

/** Conversations in no file, with their reasons. */
const lostConversations = ({ lost, manifest: { counts } }: ReportData): Figure[] =>
  lostFigure(counts.asked - counts.accepted, {
    title: 'Conversations in no file',
    note: 'What the gate found, what people rejected, and answers that could not be used.',
    caption: 'Each conversation',
    head: ['conversation', 'set', 'stage', 'reason', 'message'],
    rows: lost.map(({ recordId, set, stage = '', reason = '', detail = '' }) => [
      ...[recordId, set, stage, reason, detail],
    ]),
  });

const exampleOf = ({ line, conversation }: ReportData['examples'][number]): PageExample => ({
  name: conversation.name ?? line.recordId,
  file: `data/${line.file ?? ''}`,
  from: `${conversation.metadata.timestamp}, ${conversation.metadata.location}`,
  turns: turnsOf(conversation),
});

/** Turns in pairs: the user's text, the calls with their results, and the reply. */
function turnsOf({ conversation }: ToolTalkConversation): PageTurn[] {
  const turns: PageTurn[] = [];
  let user = '';
  for (const turn of conversation) {
    if (turn.role === 'user') {
      user = user === '' ? turn.text : `${user}\n${turn.text}`;
      continue;
    }
    const calls = goldCallsOfTurn(turn);
    turns.push(
      pageTurn({
        ...{ user, response: turn.text },
        calls: calls.map(({ request }) => ({
          tool: request.api_name,
          arguments: Object.entries(request.parameters ?? {})
            .filter(([parameter]) => parameter !== 'session_token')
            .map(([parameter, value]) => ({
              ...{ parameter, origin: '' },
              value: valueWord(value),
            })),
        })),
        observation: calls.map(({ response, exception }) => exception ?? writeJson(response)).join('\n'),
        observedBy: calls.length === 0 ? '' : 'executed',
      }),
    );
    user = '';
  }
  return user === '' ? turns : [...turns, pageTurn({ user })];
}
