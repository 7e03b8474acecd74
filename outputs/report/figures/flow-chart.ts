import { drawChart, INK } from '../chart.js';

/** A flow between two nodes. */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** Flows out of the pipeline, by reason. */
export const lossLinks = (from: string, what: string, reasons: Readonly<Record<string, number>>): Link[] =>
  Object.entries(reasons).map(([reason, count]) => ({ from, to: `${what}: ${reason}`, count }));

/** A flow's numbers as a table. */
export const flowTable = (links: readonly Link[]): { head: string[]; rows: (string | number)[][] } => ({
  head: ['from', 'to', 'count'],
  rows: links.filter(({ count }) => count > 0).map(({ from, to, count }) => [from, to, count]),
});

/** A Sankey chart from left to right; losses are grey. @param labelWidth in pixels */
export function flowChart(all: readonly Link[], label: string, labelWidth: number): string {
  const links = all.filter(({ count }) => count > 0);
  const names = [...new Set(links.flatMap(({ from, to }) => [from, to]))];
  const through = (name: string): number =>
    Math.max(
      ...[links.filter(({ from }) => from === name), links.filter(({ to }) => to === name)].map((some) =>
        some.reduce((total, { count }) => total + count, 0),
      ),
    );
  const colour = (name: string): string =>
    /^(quarantined|dropped|left out|reserve|undecided)/.test(name) ? INK.series[7] : INK.series[0];
  return drawChart(
    {
      series: [
        {
          type: 'sankey',
          left: 8,
          right: 220,
          top: 8,
          bottom: 26,
          nodeGap: 30,
          nodeWidth: 14,
          nodeAlign: 'left',
          // Keeps nodes in the given order.
          layoutIterations: 0,
          emphasis: { disabled: true },
          lineStyle: { color: 'target', opacity: 0.3 },
          label: { color: INK.text, fontSize: 13, overflow: 'break', width: labelWidth },
          data: names.map((name) => ({
            name,
            itemStyle: { color: colour(name), borderWidth: 0 },
            label: { formatter: `${name}  ${through(name)}` },
          })),
          links: links.map(({ from, to, count }) => ({ source: from, target: to, value: count })),
        },
      ],
    },
    { width: 1000, height: Math.max(240, 32 * names.length) },
    label,
  );
}
