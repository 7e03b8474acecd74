import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import Handlebars from 'handlebars';
import type { Item } from '../../core/item.js';
import { callsPerDialogue } from './figures/calls.js';
import { clusterMap } from './figures/cluster-map.js';
import { dialogueFlow, itemFlow } from './figures/flow.js';
import { probes } from './figures/probes.js';
import { toolParameters, toolSpread } from './figures/tools.js';
import { readReportData, type ReportData, type ReportExample } from './report-data.js';

/**
 * Writes the report of an export: one HTML file that needs no other, no script and no network, in light, dark and on
 * paper. A pure function of the export's folder.
 *
 * @param folder an export
 * @param file where the report goes; written beside it and renamed
 * @throws NOT_AN_EXPORT
 */
export async function writeReport(folder: string, file: string): Promise<void> {
  const html = reportHtml(await readReportData(folder));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.partial`, html);
  await rename(`${file}.partial`, file);
}

/** The report's text. */
export function reportHtml(data: ReportData): string {
  const { manifest } = data;
  const figures = [
    dialogueFlow(data),
    itemFlow(data),
    callsPerDialogue(data),
    toolParameters(data),
    clusterMap(data),
    toolSpread(data),
    probes(data),
  ];
  const { settings, sources, counts } = manifest;
  return template()({
    style: asset('report.css'),
    title: `${manifest.family} from ${sources.map(({ name }) => name).join(', ')}`,
    facts: [
      ['made with', `Benchwright ${manifest.product}, seed ${manifest.seed}`],
      [
        'sources',
        sources.map(({ name, kind, shards }) => `${name} (${kind}, ${shards.length} files)`).join('; '),
      ],
      ['licence', manifest.licence.spdx],
      ['embedder', data.mapping.embedder],
      ['held-out topics', counts.split.heldOut.join(', ') || 'none'],
      ['single tool means', settings.singleTool === 'turn' ? 'one call a turn' : 'one tool a dialogue'],
      ['review', manifest.review],
    ],
    figures,
    examples: data.examples.map(exampleOf),
  });
}

/** Made at first use: the folder of this file holds the template and its style, in the sources and in the build. */
const template = (): HandlebarsTemplateDelegate =>
  Handlebars.compile(asset('report.hbs'), { strict: true, preventIndent: true });

const asset = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

const exampleOf = ({ file, name, item }: ReportExample): object => ({
  file,
  name,
  setting: item.setting,
  from: `${item.provenance.source}, ${item.provenance.file}, dialogue ${item.provenance.recordId}`,
  turns: item.turns.map((turn) => ({
    user: turn.user,
    thought: turn.thought.text,
    calls: turn.calls.map((call) => ({
      tool: call.tool,
      arguments: Object.entries(call.arguments).map(([parameter, value]) => ({
        parameter,
        value: typeof value === 'string' ? value : JSON.stringify(value),
        origin: originWords(call.origins[parameter]),
      })),
    })),
    observation: turn.calls.length === 0 ? '' : JSON.stringify(turn.observation, null, 2),
    response: turn.response,
  })),
});

function originWords(origin: Item['turns'][number]['calls'][number]['origins'][string] | undefined): string {
  switch (origin?.kind) {
    case 'stated':
      return `said in turn ${origin.turn + 1}`;
    case 'offered':
      return `offered in turn ${origin.turn + 1}`;
    case 'inherited':
      return `${origin.tool}.${origin.resultSlot} of turn ${origin.turn + 1}`;
    case 'default':
      return 'default';
    default:
      return 'unknown';
  }
}
