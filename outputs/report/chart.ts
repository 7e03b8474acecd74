import { BarChart, SankeyChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, SankeyChart, ScatterChart, GridComponent, LegendComponent, LabelLayout, SVGRenderer]);

/**
 * Colour placeholders of a chart, replaced by the page's colours (`report.css`), so that one picture serves light,
 * dark and print.
 */
export const INK = {
  text: '#010101',
  faint: '#020202',
  line: '#030303',
  paper: '#040404',
  series: ['#0a0001', '#0a0002', '#0a0003', '#0a0004', '#0a0005', '#0a0006', '#0a0007', '#0a0008'],
} as const;

const VARIABLES = new Map<string, string>([
  [INK.text, '--text'],
  [INK.faint, '--faint'],
  [INK.line, '--line'],
  [INK.paper, '--paper'],
  ...INK.series.map((colour, place) => [colour, `--series-${place + 1}`] as const),
]);

export interface ChartSize {
  /** In CSS pixels at full width; the page scales it down. */
  readonly width: number;
  readonly height: number;
}

/** Axes, grid and legend of all charts. */
export const AXIS = {
  axisLabel: { color: INK.text, fontSize: 12 },
  nameTextStyle: { color: INK.text, fontSize: 12 },
  axisLine: { lineStyle: { color: INK.faint } },
  axisTick: { lineStyle: { color: INK.faint } },
  splitLine: { lineStyle: { color: INK.line } },
} as const;
export const LEGEND = { top: 0, textStyle: { color: INK.text, fontSize: 12 }, itemGap: 28 } as const;

/** Tooltip of a mark, by series and index. */
export type MarkTitle = (series: number, place: number) => string | undefined;

/** Renders a chart as SVG without script, font or URL. @param label text for screen readers */
export function drawChart(
  option: EChartsCoreOption,
  { width, height }: ChartSize,
  label: string,
  title: MarkTitle = () => undefined,
): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, textStyle: { fontFamily: 'inherit' }, ...option });
    return pageColours(withTitles(chart.renderToSVGString({ useViewBox: true }), title))
      .replace(/<style >.*?<\/style>\n/s, '')
      .replace(/ class="[^"]*"/g, '')
      .replace(
        /<svg width="\d+" height="\d+"/,
        `<svg role="img" aria-label="${escaped(label)}" style="max-width:${width}px"`,
      );
  } finally {
    chart.dispose();
  }
}

const MARK =
  / ecmeta_series_index="(\d+)" ecmeta_data_index="(\d+)" ecmeta_ssr_type="chart"([^>]*)><\/path>/g;

/** Replaces the library's attributes of marks by titles, which browsers show as tooltips. */
const withTitles = (svg: string, title: MarkTitle): string =>
  svg.replace(MARK, (_mark, series: string, place: string, rest: string) => {
    const text = title(Number(series), Number(place));
    return `${rest}>${text === undefined ? '' : `<title>${escaped(text)}</title>`}</path>`;
  });

function pageColours(svg: string): string {
  let text = svg;
  for (const [colour, variable] of VARIABLES) {
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    text = text.replaceAll(colour, `var(${variable})`).replaceAll(`rgb(${r},${g},${b})`, `var(${variable})`);
  }
  return text;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
