import { AXIS, drawChart, INK } from '../chart.js';
import { percent, type Figure } from '../figure.js';
import type { ReportData } from './data.js';

/** Number of coloured clusters; figure 8 of the paper shows five. */
const COLOURED = 6;

interface Spot {
  /** Cluster name, shown at its first dot. */
  readonly cluster: string | undefined;
  readonly at: readonly [number, number];
  readonly tools: readonly string[];
}

/** A map of tool names, coloured by merged cluster (MTU-Bench, figure 8). */
export function clusterMap({ mapping }: ReportData): Figure {
  const clusters = mapping.clusters.map(({ name, members }) => ({
    name,
    members,
    spots: spotsOf(name, members),
  }));
  const shown = clusters
    .filter(({ members }) => members.length > 1)
    .sort((a, b) => b.members.length - a.members.length)
    .slice(0, COLOURED);
  const rest = clusters.filter((cluster) => !shown.includes(cluster));
  const series = [
    ...shown.map(({ spots }, place) => ({ spots, colour: INK.series[place] ?? INK.faint, label: INK.text })),
    { spots: rest.flatMap(({ spots }) => spots), colour: INK.series[7], label: INK.faint },
  ];
  const [across, up] = mapping.explained ?? [0, 0];
  const drawn = series.flatMap(({ spots }) => spots).length > 1;
  return {
    id: 'clusters',
    title: 'Map of tool names',
    note: `Vectors of the tools' names (${mapping.embedder}), by their two principal components, which show ${percent(across + up)} of the variance; the ${shown.length} largest clusters in colour. Larger dots stand for several tools with one name. Tools were merged below a cosine distance of ${mapping.threshold} (average linkage).`,
    ...(drawn
      ? {
          chart: drawChart(
            {
              grid: { left: 48, right: 150, top: 16, bottom: 48 },
              xAxis: {
                type: 'value',
                scale: true,
                name: `first (${percent(across)})`,
                nameLocation: 'middle',
                nameGap: 30,
                ...AXIS,
              },
              yAxis: {
                type: 'value',
                scale: true,
                name: `second (${percent(up)})`,
                nameLocation: 'middle',
                nameGap: 36,
                ...AXIS,
              },
              series: series.map(({ spots, colour, label }, place) => ({
                type: 'scatter',
                emphasis: { disabled: true },
                itemStyle: { color: colour, opacity: 0.8 },
                symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) =>
                  6 + 5 * Math.sqrt(spots[dataIndex]?.tools.length ?? 1),
                data: spots.map(({ at, cluster }) => ({
                  value: at,
                  label: { show: cluster !== undefined, formatter: cluster ?? '' },
                })),
                label: { position: 'right', color: label, fontSize: place < shown.length ? 13 : 10.5 },
                labelLayout: { hideOverlap: true },
              })),
            },
            { width: 1000, height: 480 },
            'Tool names by two principal components, the largest clusters in colour',
            (of, spot) => series[of]?.spots[spot]?.tools.join(', '),
          ),
        }
      : {}),
    tables: [
      {
        caption: 'Every tool with its cluster and position',
        head: ['cluster', 'tool', 'distance from the centre', 'first', 'second'],
        rows: mapping.clusters.flatMap(({ id, members }) =>
          members.map((member) => [id, member.id, member.distance, ...(member.at ?? ['–', '–'])]),
        ),
      },
    ],
    fold: true,
  };
}

/** Tools of one name share a dot. */
function spotsOf(cluster: string, members: ReportData['mapping']['clusters'][number]['members']): Spot[] {
  const spots = new Map<string, { at: [number, number]; tools: string[] }>();
  for (const { id, at } of members) {
    if (!at) continue;
    const spot = spots.get(at.join()) ?? { at, tools: [] };
    spot.tools.push(id);
    spots.set(at.join(), spot);
  }
  return [...spots.values()].map((spot, place) => ({ ...spot, cluster: place === 0 ? cluster : undefined }));
}
