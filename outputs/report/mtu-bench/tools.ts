import type { ToolDocument } from '../../../core/tool.js';
import { leftOutWords } from '../../../core/mtu-bench/tool-pairs.js';
import { AXIS, drawChart, INK, LEGEND } from '../chart.js';
import { percent, type Figure } from '../figure.js';
import type { ReportData } from './data.js';
import { columnChart } from '../figures/column-chart.js';

/** Number of tools drawn; the table has all. */
const SHOWN = 25;

/** Parameters per tool. */
export function toolParameters({ tools, mapping, manifest }: ReportData): Figure {
  const required = histogramOf(tools, (tool) => tool.required.length);
  const all = histogramOf(tools, parametersOf);
  const most = Math.max(0, ...tools.map(parametersOf));
  const places = Array.from({ length: most + 1 }, (_, count) => count);
  const series = [
    { name: 'required parameters', counts: required },
    { name: 'all parameters', counts: all },
  ];
  const { before, after, ratio, sizes } = mapping;
  return {
    id: 'tools',
    title: 'Tools and parameters',
    note: `${before} tools were merged into ${after} (${ratio} : 1); the evaluation files call ${manifest.counts.tools} of them.${duplicatesNote(manifest.counts)}`,
    chart: columnChart(
      {
        places: places.map(String),
        across: 'parameters per tool',
        up: 'tools',
        series: series.map(({ name, counts }) => ({
          name,
          values: places.map((count) => counts.get(count) ?? 0),
        })),
        title: (name, place, value) => `${value} tools with ${place} ${name}`,
      },
      'Tools by number of parameters',
    ),
    tables: [
      {
        caption: 'Tools by number of parameters',
        head: ['parameters', 'tools with N required parameters', 'tools with N parameters'],
        rows: places.map((count) => [count, required.get(count) ?? 0, all.get(count) ?? 0]),
      },
      {
        caption: 'Clusters by number of tools',
        head: ['tools per cluster', 'clusters'],
        rows: Object.entries(sizes),
      },
    ],
  };
}

/** The outcome of the review of similar tools, as a sentence; empty if there was none. */
export function duplicatesNote({ duplicates }: Pick<ReportData['manifest']['counts'], 'duplicates'>): string {
  if (duplicates === undefined) return '';
  const { pairs, joined, leftOut = 0 } = duplicates;
  return ` Of ${pairs} pairs of similar tools, reviewers merged ${joined} and kept ${pairs - joined - leftOut} separate${leftOutWords(duplicates)}.`;
}

/** Distribution of gold calls over tools, training vs evaluation. */
export function toolSpread({ statistics, tools }: ReportData): Figure {
  const totals = { train: 0, test: 0, ood: 0 };
  for (const counts of Object.values(statistics.calls)) {
    totals.train += counts.train;
    totals.test += counts.test;
    totals.ood += counts.ood;
  }
  const documents = new Map(tools.map((tool) => [tool.id, tool]));
  const rows = Object.entries(statistics.calls).map(([id, calls]) => ({
    id,
    calls,
    train: calls.train / Math.max(1, totals.train),
    test: calls.test / Math.max(1, totals.test),
  }));
  const distance = rows.reduce((sum, { train, test }) => sum + Math.abs(train - test), 0) / 2;
  const drawn = rows
    .filter(({ train, test }) => train + test > 0)
    .sort((a, b) => b.train + b.test - a.train - a.test)
    .slice(0, SHOWN)
    .reverse();
  const both = totals.train > 0 && totals.test > 0;
  const most = 100 * Math.max(0.01, ...drawn.flatMap(({ train, test }) => [train, test]));
  const step = [1, 2, 5].find((width) => most <= 4 * width) ?? 10;
  const end = step * Math.ceil(most / step);
  return {
    id: 'spread',
    title: 'Tool use: training vs evaluation',
    note: both
      ? `Share of gold calls per tool, without OOD, whose tools are in no other split. Total variation distance ${distance.toFixed(3)}: 0 means that both sides call tools equally often, 1 that they have no tool in common.`
      : 'Share of gold calls per tool.',
    ...(drawn.length === 0
      ? {}
      : {
          chart: drawChart(
            {
              legend: LEGEND,
              grid: { left: 270, right: 24, top: 40, bottom: 32 },
              xAxis: {
                type: 'value',
                min: -end,
                max: end,
                interval: step,
                ...AXIS,
                axisLabel: {
                  ...AXIS.axisLabel,
                  formatter: (value: number) => `${Math.abs(value).toFixed(0)} %`,
                },
              },
              yAxis: {
                type: 'category',
                data: drawn.map(({ id }) => id),
                ...AXIS,
                axisLabel: { ...AXIS.axisLabel, width: 250, overflow: 'truncate' },
              },
              series: (['train', 'test'] as const).map((side, place) => ({
                type: 'bar',
                name: { train: 'training', test: 'evaluation' }[side],
                stack: 'side',
                emphasis: { disabled: true },
                itemStyle: { color: INK.series[place] },
                data: drawn.map((row) => (side === 'train' ? -100 : 100) * row[side]),
              })),
            },
            { width: 1000, height: 90 + 20 * drawn.length },
            'Share of gold calls a tool, training to the left, evaluation to the right',
            (of, place) => {
              const row = drawn[place];
              const side = of === 0 ? 'train' : 'test';
              return row ? `${row.id}: ${row.calls[side]} calls (${percent(row[side])})` : undefined;
            },
          ),
        }),
    tables: [
      {
        caption: 'Gold calls per tool',
        head: ['tool', 'required', 'optional', 'results', 'training', 'evaluation', 'OOD'],
        rows: rows.map(({ id, calls }) => {
          const tool = documents.get(id);
          return [
            id,
            tool?.required.length ?? '–',
            tool ? Object.keys(tool.optional).length : '–',
            tool?.results.length ?? '–',
            calls.train,
            calls.test,
            calls.ood,
          ];
        }),
      },
    ],
    fold: true,
  };
}

const parametersOf = (tool: ToolDocument): number => tool.required.length + Object.keys(tool.optional).length;

function histogramOf(
  tools: readonly ToolDocument[],
  of: (tool: ToolDocument) => number,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const tool of tools) counts.set(of(tool), (counts.get(of(tool)) ?? 0) + 1);
  return counts;
}
