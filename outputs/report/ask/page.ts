import type { AskManifest } from '../../../core/ask/manifest.js';
import { readAnswers, readAskManifest, type AnsweredLine, type RowLineage } from '../../ask/read-answers.js';
import { describeModels } from '../describe-models.js';
import type { Figure } from '../figure.js';
import { columnChart } from '../figures/column-chart.js';
import { flowChart, flowTable, lossLinks, type Link } from '../figures/flow-chart.js';
import { LISTED, lostFigure, numberChart } from '../figures/outcomes.js';
import { pageTurn, type PageExample, type PageTurn, type ReportPage } from '../page.js';

/** Rows shown in full. */
const EXAMPLES = 6;
/** Upper bounds of the classes of lengths, in words; the last class has none. */
const LENGTHS = [10, 20, 50, 100, 200, 500, 1000] as const;

/** Data of the report, all from the export's folder. */
interface AskReportData {
  readonly manifest: AskManifest;
  /** Number of words in each answer, or in all texts of the role in a conversation. */
  readonly words: readonly number[];
  /** Rows by number of user turns; conversations only. */
  readonly turns: ReadonlyMap<number, number>;
  readonly lost: readonly RowLineage[];
  readonly examples: readonly { readonly lineage: RowLineage; readonly answered: AnsweredLine }[];
}

/** The report of an `ask` export. @throws NOT_AN_EXPORT */
export async function askPage(folder: string): Promise<ReportPage> {
  const data = await readData(folder);
  const { sources, settings, models, product, seed } = data.manifest;
  return {
    title: `ask: ${sources.map(({ name }) => name).join(', ')}`,
    facts: [
      ['made with', `Benchwright ${product}, seed ${seed}`],
      ['sources', sources.map(({ name, path, rows }) => `${name} (${path}, ${rows} rows)`).join('; ')],
      ['models', describeModels(models)],
      [
        'asked',
        settings.user === null
          ? `${settings.role}, once a row`
          : `${settings.role}, in conversations of at most ${settings.turns} turns; ${settings.user} plays the user`,
      ],
    ],
    figures: [outcomes(data), lengths(data), ...turnsPerRow(data), ...lostRows(data)],
    examplesNote: 'The first rows, in the order of the files.',
    examples: data.examples.map(exampleOf),
  };
}

async function readData(folder: string): Promise<AskReportData> {
  const manifest = await readAskManifest(folder);
  const words: number[] = [];
  const turns = new Map<number, number>();
  const lost: RowLineage[] = [];
  const examples: AskReportData['examples'][number][] = [];
  for await (const { lineage, answered } of readAnswers(folder)) {
    if (answered === undefined) {
      if (lost.length < LISTED) lost.push(lineage);
      continue;
    }
    words.push(wordsOf(answered));
    if ('messages' in answered) {
      const asked = answered.messages.filter(({ role }) => role === 'user').length;
      turns.set(asked, (turns.get(asked) ?? 0) + 1);
    }
    if (examples.length < EXAMPLES) examples.push({ lineage, answered });
  }
  return { manifest, words, turns, lost, examples };
}

function wordsOf(answered: AnsweredLine): number {
  const said =
    'messages' in answered
      ? answered.messages.filter(({ role }) => role === 'assistant').map(({ text }) => text)
      : [answered.answer];
  return said.join(' ').split(/\s+/).filter(Boolean).length;
}

/** The outcomes of the rows. */
function outcomes({ manifest }: AskReportData): Figure {
  const { rows, answered, setAside } = manifest.counts;
  const links: Link[] = [
    { from: 'rows', to: 'answered', count: answered },
    ...lossLinks('rows', 'quarantined', setAside),
  ];
  return {
    id: 'outcomes',
    title: 'From rows to answers',
    note: `${answered} of ${rows} rows were answered. Quarantined: no usable answer came; benchwright retry asks again. data/lineage.jsonl gives the reason for each row.`,
    ...(rows === 0 ? {} : { chart: flowChart(links, 'Rows answered and quarantined', 190) }),
    tables: [{ caption: 'Rows by outcome', ...flowTable(links) }],
  };
}

/** The lengths of the answers. */
function lengths({ words }: AskReportData): Figure {
  const classes = classesOf(words);
  const total = words.reduce((sum, count) => sum + count, 0);
  const mean = words.length === 0 ? 0 : total / words.length;
  return {
    id: 'lengths',
    title: 'Length of the answers',
    note: `${total} words in ${words.length} answers, ${mean.toFixed(1)} on average; words are what spaces separate.`,
    ...(words.length === 0
      ? {}
      : {
          chart: columnChart(
            {
              places: classes.map(({ name }) => name),
              across: 'words per answer',
              up: 'answers',
              series: [{ name: 'answers', values: classes.map(({ count }) => count) }],
              title: (_, place, value) => `${value} answers of ${place} words`,
            },
            'Answers by number of words',
          ),
        }),
    tables: [
      {
        caption: 'Answers by number of words',
        head: ['words', 'answers'],
        rows: classes.map(({ name, count }) => [name, count]),
      },
    ],
  };
}

function classesOf(words: readonly number[]): { name: string; count: number }[] {
  const bounds = [...LENGTHS, Infinity];
  return bounds.map((most, at) => {
    const least = at === 0 ? 0 : (bounds[at - 1] ?? 0) + 1;
    return {
      name: most === Infinity ? `${least}+` : `${least}–${most}`,
      count: words.filter((count) => count >= least && count <= most).length,
    };
  });
}

/** The lengths of the conversations. */
function turnsPerRow({ turns }: AskReportData): Figure[] {
  if (turns.size === 0) return [];
  const rows = [...turns].sort(([a], [b]) => a - b);
  return [
    {
      id: 'turns',
      title: 'Turns per conversation',
      note: 'A turn is what the user says with what is answered; a conversation ends when the user has finished.',
      ...numberChart(rows, { things: 'conversations', of: 'turns' }),
      tables: [{ caption: 'Conversations by number of turns', head: ['turns', 'conversations'], rows }],
    },
  ];
}

/** Rows without an answer, with their reasons. */
const lostRows = ({ lost, manifest: { counts } }: AskReportData): Figure[] =>
  lostFigure(counts.rows - counts.answered, {
    title: 'Rows without an answer',
    note: '`benchwright retry NAME --failed` asks for them again.',
    caption: 'Each row',
    head: ['row', 'id', 'reason', 'message'],
    rows: lost.map(({ file, line, id, reason = '', detail = '' }) => [`${file}:${line}`, id, reason, detail]),
  });

const exampleOf = ({ lineage, answered }: AskReportData['examples'][number]): PageExample => ({
  name: answered.id,
  file: lineage.file,
  from: `${lineage.source}, line ${lineage.line}`,
  turns:
    'messages' in answered
      ? turnsOf(answered.messages)
      : [pageTurn({ user: answered.text, response: answered.answer })],
});

/** Messages in pairs: the user's text, and the answer. */
function turnsOf(messages: readonly { readonly role: string; readonly text: string }[]): PageTurn[] {
  const turns: PageTurn[] = [];
  for (const [at, { role, text }] of messages.entries()) {
    if (role !== 'user') continue;
    const next = messages[at + 1];
    turns.push(pageTurn({ user: text, response: next?.role === 'assistant' ? next.text : '' }));
  }
  return turns;
}
