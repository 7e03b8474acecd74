import type { CorrectManifest } from '../../../core/correct/manifest.js';
import { reviewName } from '../../../core/review/policy.js';
import { questionParts } from '../../../transforms/correct/question-parts.js';
import { readCorrections, readCorrectManifest, type ExportedRecord } from '../../correct/read-corrections.js';
import { sum, type Figure } from '../figure.js';
import { columnChart } from '../figures/column-chart.js';
import { flowChart, flowTable, lossLinks, type Link } from '../figures/flow-chart.js';
import { LISTED } from '../figures/outcomes.js';
import { pageTurn, shownValue, type PageExample, type ReportPage } from '../page.js';
import { isNested } from '../../../core/json.js';

/** Records shown in full. */
const EXAMPLES = 6;

/** Number of a file's records by outcome. */
interface FileCounts {
  records: number;
  unchanged: number;
  edited: number;
  /** In no file: rejected, undecided or unreadable. */
  without: number;
  flagged: number;
}

/** Data of the report, all from the export's folder. */
interface CorrectReportData {
  readonly manifest: CorrectManifest;
  readonly files: ReadonlyMap<string, FileCounts>;
  /** Edited records, and records that are in no file. */
  readonly touched: readonly ExportedRecord['lineage'][];
  /** The first edited records, or the first ones. */
  readonly examples: readonly ExportedRecord[];
}

/** The report of a `correct` export. @throws NOT_AN_EXPORT */
export async function correctPage(folder: string): Promise<ReportPage> {
  const data = await readData(folder);
  const { product, seed, sources, review } = data.manifest;
  return {
    title: `corrected: ${sources.map(({ name }) => name).join(', ')}`,
    facts: [
      ['made with', `Benchwright ${product}, seed ${seed}`],
      ['sources', sources.map(({ name, files }) => `${name} (${files.length} files)`).join('; ')],
      ['review', reviewName(review)],
    ],
    figures: [outcomes(data), edits(data), ...flags(data), ...decisions(data), ...touchedRecords(data)],
    examplesNote: 'The first edited records; without any, the first records.',
    examples: data.examples.map(exampleOf),
  };
}

async function readData(folder: string): Promise<CorrectReportData> {
  const manifest = await readCorrectManifest(folder);
  const files = new Map<string, FileCounts>();
  const touched: ExportedRecord['lineage'][] = [];
  const [edited, first]: [ExportedRecord[], ExportedRecord[]] = [[], []];
  for await (const one of readCorrections(folder)) {
    const { lineage, record } = one;
    const { file, outcome, flags: found = [] } = lineage;
    const counts = files.get(file) ?? { records: 0, unchanged: 0, edited: 0, without: 0, flagged: 0 };
    files.set(file, counts);
    counts.records += 1;
    if (outcome === 'unchanged' || outcome === 'edited') counts[outcome] += 1;
    else counts.without += 1;
    if (record !== undefined && found.length > 0) counts.flagged += 1;
    if (outcome !== 'unchanged' && touched.length < LISTED) touched.push(lineage);
    if (record !== undefined && first.length < EXAMPLES) first.push(one);
    if (outcome === 'edited' && edited.length < EXAMPLES) edited.push(one);
  }
  return { manifest, files, touched, examples: edited.length > 0 ? edited : first };
}

/** The outcomes of the records. */
function outcomes({ manifest }: CorrectReportData): Figure {
  const { records, unchanged, edited, leftOut, setAside } = manifest.counts;
  const links: Link[] = [
    { from: 'records', to: 'unchanged', count: unchanged },
    { from: 'records', to: 'edited', count: edited },
    ...lossLinks('records', 'left out', leftOut),
    ...lossLinks('records', 'quarantined', setAside),
  ];
  return {
    id: 'records',
    title: 'From published records to corrected files',
    note: `${unchanged} of ${records} records are written byte for byte as they were, ${edited} as people edited them. Left out: rejected, or not decided yet. Quarantined: could not be read.`,
    ...(records === 0 ? {} : { chart: flowChart(links, 'Records unchanged, edited and left out', 190) }),
    tables: [{ caption: 'Records by outcome', ...flowTable(links) }],
  };
}

/** Edited and missing records by file. */
function edits({ files, manifest }: CorrectReportData): Figure {
  const rows = [...files];
  return {
    id: 'edits',
    title: 'Edits by file',
    note: `${manifest.counts.edited} records were edited. data/lineage.jsonl has what a record was before, and who decided.`,
    ...(rows.length === 0
      ? {}
      : {
          chart: columnChart(
            {
              places: rows.map(([file]) => file),
              across: 'file',
              up: 'records',
              stacked: true,
              width: 900,
              series: (['edited', 'without'] as const).map((part) => ({
                name: part === 'edited' ? 'edited' : 'in no file',
                values: rows.map(([, counts]) => counts[part]),
              })),
              title: (part, file, value) => `${value} records of ${file} ${part}`,
            },
            'Edited records and records in no file, by file',
          ),
        }),
    tables: [
      {
        caption: 'Records by file',
        head: ['file', 'records', 'unchanged', 'edited', 'in no file', 'flagged'],
        rows: rows.map(([file, { records, unchanged, edited, without, flagged }]) => [
          ...[file, records, unchanged, edited, without, flagged],
        ]),
      },
    ],
  };
}

/** Findings for reviewers, in records that are in the files. */
function flags({ manifest }: CorrectReportData): Figure[] {
  const { flagged } = manifest.counts;
  const rows = Object.entries(flagged).sort(([, a], [, b]) => b - a);
  if (rows.length === 0) return [];
  return [
    {
      id: 'flags',
      title: 'Flags',
      note: `${sum(flagged)} flags in the corrected files. A flag marks something for reviewers, not an error; a record can have several.`,
      chart: columnChart(
        {
          places: rows.map(([flag]) => flag),
          across: 'flag',
          up: 'records',
          width: 900,
          series: [{ name: 'records', values: rows.map(([, count]) => count) }],
          title: (_, flag, value) => `${value} records: ${flag}`,
        },
        'Records by flag',
      ),
      tables: [{ caption: 'Records by flag', head: ['flag', 'records'], rows }],
    },
  ];
}

/** The reviewers' decisions. */
function decisions({ manifest }: CorrectReportData): Figure[] {
  const { review } = manifest.counts;
  if (review === undefined) return [];
  const { items, accepted, edited, rejected, undecided, unreviewed, reviewers } = review;
  const tables: Figure['tables'] = [
    {
      caption: 'Review decisions',
      head: ['decision', 'records'],
      rows: [
        ['for review', items],
        ['accepted', accepted],
        ['accepted with changes', edited],
        ...Object.entries(rejected).map(([reason, count]) => [`rejected: ${reason}`, count] as const),
        ['undecided', undecided],
        ['in no round', unreviewed],
      ],
    },
    { caption: 'Decisions by reviewer', head: ['reviewer', 'decisions'], rows: Object.entries(reviewers) },
  ];
  return [
    {
      id: 'review',
      title: 'Review',
      note: `${accepted} of ${items} records were accepted.`,
      tables: tables.filter(({ rows }) => rows.length > 0),
    },
  ];
}

/** Records that differ from the published ones. */
function touchedRecords({ touched, manifest }: CorrectReportData): Figure[] {
  if (touched.length === 0) return [];
  const { records, unchanged } = manifest.counts;
  return [
    {
      id: 'touched',
      title: 'Records that are not as they were published',
      note: `Edited, left out and quarantined records.${records - unchanged > touched.length ? ` The first ${LISTED} are listed here, all of them in data/lineage.jsonl.` : ''}`,
      tables: [
        {
          caption: 'Each record',
          head: ['record', 'id', 'outcome', 'reason', 'message'],
          rows: touched.map(({ file, line, id = '', outcome, reason = '', detail = '' }) => [
            ...[`${file}:${line}`, id, outcome, reason, detail],
          ]),
        },
      ],
      fold: true,
    },
  ];
}

function exampleOf({ lineage, record }: ExportedRecord): PageExample {
  const { file, line, outcome, flags: found = [] } = lineage;
  const user = record === undefined ? '' : (questionParts(record.question)?.user ?? record.question);
  return {
    name: record?.id ?? '',
    file,
    from: `line ${line}, ${outcome}`,
    turns: [
      pageTurn({
        user,
        notes: found.map((flag) => `Flag: ${flag}`),
        calls: (record?.calls ?? [])
          .filter(({ tool }) => tool.trim() !== '')
          .map(({ tool, arguments: given }) => ({
            tool,
            arguments: Object.entries(isNested(given) ? given : { arguments: given }).map(
              ([parameter, value]) => ({ parameter, value: shownValue(value), origin: '' }),
            ),
          })),
      }),
    ],
  };
}
