import type { Figure } from '../figure.js';
import { partTitle } from '../../mtu-bench/score-folder.js';
import { PROBED_RECORDS, type ReportData } from './data.js';

/** Scores of the gold and of adversarial baselines (formats/mtu-bench.md 4). */
export function probes({ probes: rows, manifest }: ReportData): Figure {
  const parts = rows[0]?.scores ?? [];
  const partial = Object.values(manifest.counts.records).some((records) => records > PROBED_RECORDS);
  return {
    id: 'probes',
    title: 'What the scorer cannot detect',
    note: `MTU-Bench's measures, 0 to 100, for the gold and for five adversarial baselines, which should lose points. A high number in a baseline's row is a blind spot of the measure; where every item has one call (S-S), the order of calls cannot be wrong.${partial ? ` Scored on the first ${PROBED_RECORDS} records of each file; \`benchwright score\` uses all.` : ''}`,
    tables: parts.map((part, at) => ({
      caption: partTitle(part),
      head: ['prediction', ...Object.keys(part.columns)],
      rows: rows.map((row) => [
        row.predictions,
        ...Object.values(row.scores[at]?.columns ?? {}).map((score) => score.toFixed(2)),
      ]),
    })),
  };
}
