import { AXIS, drawChart, INK, LEGEND } from '../chart.js';

/** Numbers by place, side by side for each series, or one upon the other. */
export interface Columns {
  readonly places: readonly string[];
  /** What places are. */
  readonly across: string;
  /** What is counted. */
  readonly up: string;
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly stacked?: boolean;
  /** In CSS pixels at full width; more where places have long names. */
  readonly width?: number;
  /** What a person reads who points at a column. */
  readonly title: (series: string, place: string, value: number) => string;
}

/** Columns as SVG text. @param label what a person hears who does not see it */
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
        // Every place has its name, where there are not many.
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
