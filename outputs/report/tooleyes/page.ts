import { ownPart } from '../../../core/own-part.js';
import { countBy } from '../../../core/counts.js';
import { JUDGED_PARTS, PART_TITLES } from '../../../core/tooleyes/judgement.js';
import { FINISH } from '../../../core/tooleyes/library.js';
import type { ToolEyesLineage, ToolEyesManifest } from '../../../core/tooleyes/manifest.js';
import type { RunScore } from '../../../transforms/tooleyes/scoring/score-run.js';
import { peopleNamed } from '../../people.js';
import { scoreFile } from '../../tooleyes/evaluation.js';
import { givenScores, scoresOfPeople } from '../../tooleyes/people-scores.js';
import { judgePage } from '../judge-page.js';
import { compareWithPeople } from '../../../transforms/judge-agreement.js';
import {
  readItems,
  readReference,
  readToolEyesLineage,
  readToolEyesManifest,
  readToolLines,
  type ExportedItem,
} from '../../tooleyes/read-export.js';
import type { ToolLine } from '../../../core/tooleyes/tool-line.js';
import { chosenTools } from './chosen-tools.js';
import { describeModels } from '../describe-models.js';
import type { Figure } from '../figure.js';
import { byNumber, LISTED, lostFigure, numberChart, outcomesFigure } from '../figures/outcomes.js';
import { pageTurn, type PageExample, type PageTurn, type ReportPage } from '../page.js';

/** Queries shown in full. */
const EXAMPLES = 6;
/** Published queries by scenario (formats/tooleyes.md 1.1). */
const PAPER: ReadonlyMap<string, number> = new Map(
  Object.entries({ TG: 58, DU: 49, RS: 56, AM: 45, PL: 70, IR: 54, FT: 50 }),
);

interface ReportData {
  readonly manifest: ToolEyesManifest;
  /** Number of messages in each trajectory. */
  readonly lengths: readonly number[];
  readonly calls: readonly string[];
  readonly scores: RunScore | undefined;
  /** Figures that compare the judge with people. */
  readonly people: readonly Figure[];
  readonly lost: readonly ToolEyesLineage[];
  /** Dropped tools, if the run chose tools. */
  readonly droppedTools: readonly ToolLine[];
  readonly examples: readonly ExportedItem[];
}

/** The report of a `tooleyes` export. @throws NOT_AN_EXPORT */
export async function toolEyesPage(folder: string): Promise<ReportPage> {
  const data = await readData(folder);
  const { manifest } = data;
  const { sources, models, product, seed, counts } = manifest;
  return {
    title: 'tooleyes: queries for a tool library, with judged trajectories',
    facts: [
      ['made with', `Benchwright ${product}, seed ${seed}`],
      ['from', sources.map(({ name, count }) => `${count} ${name}`).join(', ')],
      [
        'models',
        models === undefined ? `none: the queries were ${manifest.settings.queries}` : describeModels(models),
      ],
      ['library', `${counts.tools} tools in ${counts.subcategories} subcategories`],
      [
        'queries',
        `${counts.accepted}: ${Object.entries(counts.by)
          .map(([by, count]) => `${count} by a ${by}`)
          .join(', ')}${counts.writers === undefined ? '' : ` (${peopleNamed(counts.writers)})`}`,
      ],
      ['trajectories', `${data.lengths.length}, ${counts.judged} of them judged`],
    ],
    figures: [
      outcomes(data),
      scenarios(data),
      ...dimensions(data),
      ...data.people,
      ...lengths(data),
      ...tools(data),
      ...lostQueries(data),
      ...chosenTools(counts.chosen, data.droppedTools),
    ],
    examplesNote: 'The first queries, in the order of their records.',
    examples: data.examples.map(exampleOf),
  };
}

async function readData(folder: string): Promise<ReportData> {
  const manifest = await readToolEyesManifest(folder);
  const [lengthsOf, calls, lost, examples]: [number[], string[], ToolEyesLineage[], ExportedItem[]] = [
    [],
    [],
    [],
    [],
  ];
  for await (const line of readToolEyesLineage(folder))
    if (line.outcome !== 'accepted' && lost.length < LISTED) lost.push(line);
  const droppedTools: ToolLine[] = [];
  if (manifest.counts.chosen !== undefined)
    for await (const line of readToolLines(folder))
      if (line.outcome === 'dropped' && droppedTools.length < LISTED) droppedTools.push(line);
  for await (const one of readItems(folder)) {
    const { turns } = one.item;
    if (turns !== undefined) lengthsOf.push(turns.length);
    calls.push(
      ...(turns ?? []).flatMap(({ action }) => (action === undefined || action === FINISH ? [] : [action])),
    );
    if (examples.length < EXAMPLES) examples.push(one);
  }
  const judged = manifest.settings.judge === undefined ? undefined : await readReference(folder);
  const scored = judged === undefined ? [] : await scoresOfPeople(folder);
  const people =
    judged === undefined || scored.length === 0
      ? []
      : judgePage(undefined, [
          {
            ...{ name: 'The judge beside people', unmatched: 0 },
            criteria: compareWithPeople(JUDGED_PARTS, givenScores(judged.judged), scored),
          },
        ]).figures;
  return {
    manifest,
    lengths: lengthsOf,
    calls,
    lost,
    droppedTools,
    examples,
    scores: judged && scoreFile(judged),
    people,
  };
}

/** The outcomes of the queries. */
const outcomes = ({ manifest: { counts } }: ReportData): Figure =>
  outcomesFigure(counts, 'queries', {
    title: 'What became of the queries',
    note: `${counts.accepted} of ${counts.asked} queries were accepted. data/lineage.jsonl gives the reason for each.`,
  });

/** Queries by scenario, with the requested and the published numbers. */
function scenarios({ manifest: { counts, settings } }: ReportData): Figure {
  const keys = [...new Set([...Object.keys(settings.targets), ...Object.keys(counts.scenarios)])];
  return {
    id: 'scenarios',
    title: 'Queries by scenario',
    note: 'Wanted: the targets of this run. Published: the 382 queries of ToolEyes.',
    tables: [
      {
        caption: 'Queries by scenario',
        head: ['scenario', 'this set', 'wanted', 'published'],
        rows: keys.map((key) => [
          ...[
            key,
            ownPart(counts.scenarios, key) ?? 0,
            ownPart(settings.targets, key) ?? '-',
            PAPER.get(key) ?? '-',
          ],
        ]),
      },
    ],
  };
}

const shown = (value: number): string => value.toFixed(3);

/** The five dimensions of the reference trajectories. */
function dimensions({ scores }: ReportData): Figure[] {
  if (scores?.total === undefined) return [];
  const rows = [
    ...scores.scenarios.filter(({ trajectories }) => trajectories > 0),
    { scenario: 'all', ...scores.total },
  ];
  const of = (title: string, values: (one: (typeof rows)[number]) => readonly number[]) => ({
    caption: title,
    head: ['scenario', 'trajectories', 'format', 'intent', 'planning', 'tools', 'answer', 'overall'],
    rows: rows.map((one) => [one.scenario, one.trajectories, ...values(one).map(shown)]),
  });
  return [
    {
      id: 'dimensions',
      title: 'Five dimensions of the reference trajectories',
      note: 'Format by rule, the others with the scores of the judge. The evaluator and the paper differ in three of them (docs/tooleyes-scoring.md).',
      tables: [
        of(
          'As ToolEyes’ evaluator computes them',
          ({ figures: { IF, IU, BP, TS, AO, overall_score: all } }) => [...[IF, IU, BP, TS, AO, all]],
        ),
        of('By the formulas of the paper', ({ figures: { IU, BP }, paper: { FA, TS, AO, overall } }) => [
          ...[FA, IU, BP, TS, AO, overall],
        ]),
      ],
    },
  ];
}

function lengths({ lengths: of }: ReportData): Figure[] {
  if (of.length === 0) return [];
  const rows = byNumber(of);
  return [
    {
      id: 'messages',
      title: 'Messages per trajectory',
      note: 'Each message has a thought and a call; the last one calls finish.',
      ...numberChart(rows, { things: 'trajectories', of: 'messages' }),
      tables: [{ caption: 'Trajectories by number of messages', head: ['messages', 'trajectories'], rows }],
    },
  ];
}

function tools({ calls }: ReportData): Figure[] {
  if (calls.length === 0) return [];
  const rows = Object.entries(countBy(calls)).sort(([, a], [, b]) => b - a);
  return [
    {
      id: 'tools',
      title: 'Calls by tool',
      note: `${calls.length} calls of ${rows.length} names, those that models made up among them.`,
      fold: true,
      tables: [{ caption: 'Calls by tool', head: ['tool', 'calls'], rows }],
    },
  ];
}

/** Queries in no file, with their reasons. */
const lostQueries = ({ lost, manifest: { counts } }: ReportData): Figure[] =>
  lostFigure(counts.asked - counts.accepted, {
    title: 'Queries in no file',
    note: 'Near-duplicate drafts, what people rejected, and answers that could not be used.',
    caption: 'Each query',
    head: ['query', 'scenario', 'stage', 'reason', 'message'],
    rows: lost.map(({ recordId, scenario, stage = '', reason = '', detail = '' }) => [
      ...[recordId, scenario, stage, reason, detail],
    ]),
  });

const exampleOf = ({ recordId, item }: ExportedItem): PageExample => ({
  name: item.query,
  file: recordId,
  from: item.path,
  turns: turnsOf(item),
});

function turnsOf({ query, turns = [], judgement }: ExportedItem['item']): PageTurn[] {
  return [
    pageTurn({ user: query }),
    ...turns.map(({ text, thought, action, input, reply }, at) =>
      pageTurn({
        thought: action === undefined ? text : (thought ?? ''),
        ...(action === undefined || action === FINISH
          ? { response: action === FINISH ? (input ?? '') : '' }
          : {
              calls: [{ tool: action, arguments: [{ parameter: 'input', value: input ?? '', origin: '' }] }],
            }),
        observation: reply.text,
        observedBy: { observation: 'simulated', user: 'the user', format: 'told by rule', none: '' }[
          reply.kind
        ],
        notes:
          at === turns.length - 1 && judgement !== undefined
            ? JUDGED_PARTS.map(
                (part) => `${PART_TITLES[part]}: ${[judgement.eval_score[part]].flat().join(', ')}`,
              )
            : [],
      }),
    ),
  ];
}
