import { NO_TOOL, PARENT } from '../../../core/ultratool/records.js';
import type { UltraToolLineage, UltraToolManifest } from '../../../core/ultratool/manifest.js';
import { sumOf } from '../../../core/counts.js';
import { reviewName } from '../../../core/review/policy.js';
import { writtenQuerySchema } from '../../../core/review/written-query.js';
import { callsOfPlan } from '../../../transforms/ultratool/derive-tasks.js';
import { readCall } from '../../../core/ultratool/call-string.js';
import {
  readSamples,
  readUltraToolLineage,
  readUltraToolManifest,
  type ExportedSample,
} from '../../ultratool/read-export.js';
import { peopleNamed } from '../../people.js';
import { describeModels } from '../describe-models.js';
import type { Figure } from '../figure.js';
import { byNumber, LISTED, lostFigure, numberChart, outcomesFigure } from '../figures/outcomes.js';
import { pageTurn, type PageExample, type ReportPage } from '../page.js';

/** Samples shown in full. */
const EXAMPLES = 6;
/** Figures of the paper, section 3: 5,824 samples, 2,032 tools. */
const PAPER = { steps: 12.27, calls: 2.74 };

interface ReportData {
  readonly manifest: UltraToolManifest;
  /** Sizes of each accepted sample. */
  readonly sizes: readonly { readonly steps: number; readonly calls: number }[];
  readonly lost: readonly UltraToolLineage[];
  /** Accepted written queries by domain. */
  readonly written: ReadonlyMap<string, number>;
  readonly examples: readonly ExportedSample[];
}

/** The report of an `ultratool` export. @throws NOT_AN_EXPORT */
export async function ultraToolPage(folder: string): Promise<ReportPage> {
  const data = await readData(folder);
  const { sources, settings, models, product, seed, counts } = data.manifest;
  return {
    title: 'ultratool: plans as trees of steps, and their tools',
    facts: [
      ['made with', `Benchwright ${product}, seed ${seed}`],
      ['from', [...sources.map(({ name, count }) => `${count} ${name}`), ...writtenBy(counts)].join('; ')],
      ['models', models === undefined ? 'none: the samples were read' : describeModels(models)],
      ['language', settings.language === 'zh' ? 'Chinese' : 'English'],
      ['samples', `${counts.accepted}: ${counts.test} in test.json, ${counts.dev} in dev.json`],
      ['still altered by the scorer', String(counts.flagged['altered by the scorer'] ?? 0)],
    ],
    figures: [
      outcomes(data),
      perSample(data),
      depths(data),
      named(data, 'domains', 'Samples by domain', 'samples'),
      ...writing(data),
      named(data, 'tools', 'Calls by tool', 'calls'),
      named(data, 'flagged', 'Findings', 'samples'),
      ...lostSamples(data),
    ],
    examplesNote: 'The first samples, in the order of their records.',
    examples: data.examples.map(exampleOf),
  };
}

async function readData(folder: string): Promise<ReportData> {
  const manifest = await readUltraToolManifest(folder);
  const sizes: ReportData['sizes'][number][] = [];
  const lost: UltraToolLineage[] = [];
  const examples: ExportedSample[] = [];
  const written = new Map<string, number>();
  for await (const line of readUltraToolLineage(folder)) {
    if (line.outcome !== 'accepted' && lost.length < LISTED) lost.push(line);
    const query = writtenQuerySchema.safeParse(line.writing?.record.content).data;
    if (query !== undefined) written.set(query.topic, (written.get(query.topic) ?? 0) + 1);
  }
  for await (const one of readSamples(folder)) {
    const { plan, language } = one.item;
    sizes.push({ steps: plan.length, calls: callsOfPlan(plan, language).length });
    if (examples.length < EXAMPLES) examples.push(one);
  }
  return { manifest, sizes, lost, written, examples };
}

/** The outcomes of the samples. */
const outcomes = ({ manifest: { counts } }: ReportData): Figure =>
  outcomesFigure(counts, 'samples', {
    title: 'What became of the samples',
    note: `${counts.accepted} of ${counts.asked} samples were accepted. data/lineage.jsonl gives the reason for each.`,
  });

const mean = (values: readonly number[]): string =>
  values.length === 0 ? '-' : (values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(2);

/** Steps and calls per sample, compared with the paper's. */
function perSample({ sizes, manifest: { counts } }: ReportData): Figure {
  const steps = sizes.map((one) => one.steps);
  const calls = sizes.map((one) => one.calls);
  const { merged } = counts;
  return {
    id: 'sizes',
    title: 'Steps and calls per sample',
    note: 'The paper gives the means of all 5,824 samples.',
    ...numberChart(byNumber(steps), { things: 'samples', of: 'steps' }),
    tables: [
      {
        caption: 'Means per sample',
        head: ['', 'this set', 'paper'],
        rows: [
          ['steps', mean(steps), String(PAPER.steps)],
          ['calls', mean(calls), String(PAPER.calls)],
        ],
      },
      {
        caption: 'Different tools',
        head: ['', 'this set', 'paper'],
        rows: [
          ...(merged === undefined
            ? []
            : ([
                ['before the merge', merged.before, '-'],
                ['merges applied, of those proposed', `${merged.applied} of ${merged.proposed}`, '-'],
              ] as const)),
          ['called', Object.keys(counts.tools).length, '2032'],
        ],
      },
    ],
  };
}

/** The depths of the trees. */
function depths({ manifest: { counts } }: ReportData): Figure {
  const rows = Object.entries(counts.depths);
  return {
    id: 'depths',
    title: 'Depth of steps',
    note: 'Depth 1 are the steps `1.`, `2.`; the published test set has 24, 70, 6 and 0.1 per cent at depths 1 to 4.',
    tables: [
      {
        caption: 'Steps by depth',
        head: ['depth', 'steps', 'share'],
        rows: rows.map(([depth, count]) => [depth, count, `${((100 * count) / counts.steps).toFixed(1)} %`]),
      },
    ],
  };
}

const writtenBy = ({ writers }: UltraToolManifest['counts']): string[] =>
  writers === undefined ? [] : [`${sumOf(writers)} queries written by ${peopleNamed(writers)}`];

/** Queries that people wrote, by domain. */
function writing({ manifest: { settings, counts }, written }: ReportData): Figure[] {
  const { write } = settings.generate ?? {};
  if (write === undefined || counts.writers === undefined) return [];
  return [
    {
      id: 'written',
      title: 'Queries written by people',
      note: `Written by ${peopleNamed(counts.writers)}, under the policy ${reviewName(write.review)}.`,
      tables: [
        {
          caption: 'Written queries by domain',
          head: ['domain', 'wanted', 'accepted'],
          rows: write.wanted.map(({ topic, count }) => [topic, count, written.get(topic) ?? 0]),
        },
      ],
    },
  ];
}

/** Counts by name, largest first. */
function named(
  { manifest: { counts } }: ReportData,
  what: 'domains' | 'tools' | 'flagged',
  title: string,
  unit: string,
): Figure {
  const rows = Object.entries(counts[what]).sort(([, a], [, b]) => b - a);
  return {
    id: what,
    title,
    note: `${rows.length} in all.`,
    tables: [{ caption: title, head: ['', unit], rows }],
    ...(what === 'tools' && { fold: true }),
  };
}

/** Samples in no file, with their reasons. */
const lostSamples = ({ lost, manifest: { counts } }: ReportData): Figure[] =>
  lostFigure(counts.asked - counts.accepted, {
    title: 'Samples in no file',
    note: 'What was found in them, what people rejected, and answers that could not be used.',
    caption: 'Each sample',
    head: ['sample', 'kind', 'stage', 'reason', 'message'],
    rows: lost.map(({ recordId, kind, stage = '', reason = '', detail = '' }) => [
      ...[recordId, kind, stage, reason, detail],
    ]),
  });

const exampleOf = ({ recordId, split, line, item }: ExportedSample): PageExample => ({
  name: recordId,
  file: `data/${split}.json, line ${line}`,
  from: item.domain,
  turns: [
    pageTurn({ user: item.question }),
    ...item.plan.map(({ step, tool }) =>
      pageTurn({
        label: step,
        calls: tool === PARENT || tool === NO_TOOL[item.language] ? [] : callsOf(tool),
      }),
    ),
  ],
});

function callsOf(text: string) {
  const call = readCall(text);
  if (call === undefined) return [];
  const given = Object.entries(call.args).map(([parameter, value]) => ({ parameter, value, origin: '' }));
  return [{ tool: call.name, arguments: given }];
}
