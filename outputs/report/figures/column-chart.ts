import { AXIS, drawChart, INK, LEGEND } from '../chart.js';

/** Values per category and series, grouped or stacked. */
export interface Columns {
  readonly places: readonly string[];
  /** Name of the categories. */
  readonly across: string;
  /** Name of the values. */
  readonly up: string;
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly stacked?: boolean;
  /** In CSS pixels at full width; wider for long category names. */
  readonly width?: number;
  /** Tooltip of a column. */
  readonly title: (series: string, place: string, value: number) => string;
}

/** A column chart as SVG. @param label text for screen readers */
export function columnChart(
  { places, across, up, series, stacked = false, width = 720, title }: Columns,
  label: string,
): string {
  const several = series.length > 1;
  return drawChart(
    {
      ...(several ? { legend: LEGEND } : {}),
      grid: { left: 56, right: 16, top: 40, bottom: 48 },
      xAxis: {
        type: 'category',
        data: [...places],
        name: across,
        nameLocation: 'middle',
        nameGap: 30,
        ...AXIS,
        // Show every category name if there are few.
        axisLabel: { ...AXIS.axisLabel, ...(places.length <= 10 ? { interval: 0 } : {}) },
      },
      yAxis: { type: 'value', name: up, minInterval: 1, ...AXIS },
      series: series.map(({ name, values }, place) => ({
        type: 'bar',
        name,
        barGap: '8%',
        barMaxWidth: 64,
        ...(stacked ? { stack: 'all' } : {}),
        emphasis: { disabled: true },
        itemStyle: { color: INK.series[place] },
        data: [...values],
      })),
    },
    { width, height: 300 },
    label,
    (of, at) => {
      const [one, place] = [series[of], places[at]];
      return one && place !== undefined ? title(one.name, place, one.values[at] ?? 0) : undefined;
    },
  );
}
