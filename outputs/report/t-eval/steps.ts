import { percent, type Figure } from '../figure.js';
import type { TEvalReportData } from './data.js';
import { columnChart } from '../figures/column-chart.js';

/** Path lengths, dependencies between steps, and retries per step. */
export function stepsPerPath({ manifest, numbers }: TEvalReportData): Figure {
  const { steps, calls, queries } = manifest.counts;
  const most = Math.max(0, ...numbers.steps.keys());
  const places = Array.from({ length: most }, (_, at) => at + 1);
  const mean = queries.accepted === 0 ? 0 : steps / queries.accepted;
  return {
    id: 'steps',
    title: 'Steps per path',
    note: `${steps} steps of ${queries.accepted} paths (${mean.toFixed(2)} per path, without the finish action); ${calls} calls including retries.`,
    ...(most === 0
      ? {}
      : {
          chart: columnChart(
            {
              places: places.map(String),
              across: 'steps per path',
              up: 'paths',
              series: [{ name: 'paths', values: places.map((count) => numbers.steps.get(count) ?? 0) }],
              title: (_, place, value) => `${value} paths of ${place} steps`,
            },
            'Paths by number of steps',
          ),
        }),
    tables: [
      { caption: 'Paths by number of steps', head: ['steps', 'paths'], rows: rowsOf(numbers.steps) },
      {
        caption: 'Steps by number of dependencies',
        head: ['dependencies', 'steps', 'share'],
        rows: shares(numbers.needs),
      },
      {
        caption: 'Steps by number of failed attempts',
        head: ['failed attempts', 'steps', 'share'],
        rows: shares(numbers.inVain),
      },
    ],
  };
}

const rowsOf = (counts: ReadonlyMap<number, number>): (readonly [number, number])[] =>
  [...counts].sort(([a], [b]) => a - b);

function shares(counts: ReadonlyMap<number, number>): [number, number, string][] {
  const all = [...counts.values()].reduce((total, count) => total + count, 0);
  return rowsOf(counts).map(([key, count]) => [key, count, percent(count / all)]);
}
