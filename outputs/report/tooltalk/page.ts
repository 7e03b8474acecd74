import { goldCallsOfTurn, type ToolTalkConversation } from '../../../core/tooltalk/conversation.js';
import {
  toolTalkLineageSchema,
  type ToolTalkLineage,
  type ToolTalkManifest,
} from '../../../core/tooltalk/manifest.js';
import { jsonLinesOf } from '../../json-lines.js';
import { readConversations, readToolTalkManifest } from '../../tooltalk/read-export.js';
import { describeModels } from '../describe-models.js';
import type { Figure } from '../figure.js';
import { columnChart } from '../figures/column-chart.js';
import { flowChart, flowTable, lossLinks, type Link } from '../figures/flow-chart.js';
import { pageTurn, type PageExample, type PageTurn, type ReportPage } from '../page.js';
import { join } from 'node:path';

/** Maximum number of conversations listed that are in no file; `lineage.jsonl` has all. */
const LISTED = 200;
/** Conversations shown in full. */
const EXAMPLES = 6;

interface ReportData {
  readonly manifest: ToolTalkManifest;
  /** Calls of each accepted conversation. */
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
      ['models', models === undefined ? 'none: the conversations were read' : describeModels(models)],
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
  for await (const row of jsonLinesOf<unknown>(join(folder, 'data', 'lineage.jsonl'))) {
    const line = toolTalkLineageSchema.parse(row);
    if (line.outcome !== 'accepted' && lost.length < LISTED) lost.push(line);
  }
  for await (const one of readConversations(folder)) {
    calls.push(one.conversation.conversation.flatMap(goldCallsOfTurn).length);
    if (examples.length < EXAMPLES) examples.push(one);
  }
  return { manifest, calls, lost, examples };
}

/** What became of the conversations. */
function outcomes({ manifest }: ReportData): Figure {
  const { asked, accepted, setAside, dropped, undecided } = manifest.counts;
  const quarantined: Record<string, number> = Object.fromEntries(
    Object.entries(setAside).flatMap(([stage, reasons]) =>
      Object.entries(reasons).map(([reason, count]) => [`${reason} (${stage})`, count] as const),
    ),
  );
  const links: Link[] = [
    { from: 'asked for', to: 'accepted', count: accepted },
    ...lossLinks('asked for', 'quarantined', quarantined),
    ...lossLinks('asked for', 'dropped', dropped),
    ...(undecided === 0 ? [] : [{ from: 'asked for', to: 'undecided', count: undecided }]),
  ];
  return {
    id: 'outcomes',
    title: 'From scenarios to conversations',
    note: `${accepted} of ${asked} conversations were accepted. Dropped: the gate, or people, found what is named; quarantined: no usable answer came. data/lineage.jsonl gives the reason for each.`,
    ...(asked === 0
      ? {}
      : { chart: flowChart(links, 'Conversations accepted, dropped and quarantined', 260) }),
    tables: [{ caption: 'Conversations by outcome', ...flowTable(links) }],
  };
}

/** How many calls conversations have. */
function lengths({ calls }: ReportData): Figure {
  const counts = new Map<number, number>();
  for (const count of calls) counts.set(count, (counts.get(count) ?? 0) + 1);
  const rows = [...counts].sort(([a], [b]) => a - b);
  return {
    id: 'calls',
    title: 'Calls per conversation',
    note: 'Easy conversations have one call, hard ones at least three; each call was executed.',
    ...(rows.length === 0
      ? {}
      : {
          chart: columnChart(
            {
              places: rows.map(([count]) => String(count)),
              across: 'calls',
              up: 'conversations',
              series: [{ name: 'conversations', values: rows.map(([, count]) => count) }],
              title: (_, place, value) => `${value} conversations of ${place} calls`,
            },
            'Conversations by number of calls',
          ),
        }),
    tables: [{ caption: 'Conversations by number of calls', head: ['calls', 'conversations'], rows }],
  };
}

/** How often each tool is called. */
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
function lostConversations({ lost, manifest }: ReportData): Figure[] {
  if (lost.length === 0) return [];
  const { asked, accepted } = manifest.counts;
  return [
    {
      id: 'lost',
      title: 'Conversations in no file',
      note: `What the gate found, what people rejected, and answers that could not be used.${asked - accepted > lost.length ? ` The first ${LISTED} are listed here, all of them in data/lineage.jsonl.` : ''}`,
      tables: [
        {
          caption: 'Each conversation',
          head: ['conversation', 'set', 'stage', 'reason', 'message'],
          rows: lost.map(({ recordId, set, stage = '', reason = '', detail = '' }) => [
            recordId,
            set,
            stage,
            reason,
            detail,
          ]),
        },
      ],
      fold: true,
    },
  ];
}

const exampleOf = ({ line, conversation }: ReportData['examples'][number]): PageExample => ({
  name: conversation.name ?? line.recordId,
  file: `data/${line.file ?? ''}`,
  from: `${conversation.metadata.timestamp}, ${conversation.metadata.location}`,
  turns: turnsOf(conversation),
});

/** Turns in pairs: what the user says, the calls with their results, and the reply. */
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
              value: typeof value === 'string' ? value : JSON.stringify(value),
            })),
        })),
        observation: calls.map(({ response, exception }) => exception ?? JSON.stringify(response)).join('\n'),
        observedBy: calls.length === 0 ? '' : 'executed',
      }),
    );
    user = '';
  }
  return user === '' ? turns : [...turns, pageTurn({ user })];
}
