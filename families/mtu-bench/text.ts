import { byReason } from '../../app/text/format.js';
import { sumOf } from '../../core/counts.js';
import { byText } from '../../core/ids.js';
import type { MtuBenchCounts } from '../../core/mtu-bench/run.js';
import { toolMappingSchema, type ToolMapping } from '../../core/mtu-bench/tool-mapping.js';
import { settledPairs } from '../../stages/mtu-bench/creation/settle-duplicates.js';
import { findRunDocument } from '../../store/documents.js';
import {
  countOutcomes,
  countReserve,
  firstFailures,
  type OutcomeCounts,
} from '../../store/mtu-bench/outcomes.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { countPairs } from '../../transforms/mtu-bench/clustering/settled-pairs.js';
import type { FamilyText } from '../parts/text.js';
import {
  formatClusters,
  formatDuplicates,
  mtuBenchFigures,
  mtuBenchFiles,
  mtuBenchWarnings,
} from './report-text.js';
import { mtuBenchResult } from './result.js';
import { parseJson } from '../../core/json.js';

/** Number of clusters with several tools that `status` shows. */
const CLUSTERS_SHOWN = 6;

/** Counts of an MTU-Bench run; while running, those so far. */
interface MtuBenchState extends Partial<Omit<MtuBenchCounts, keyof OutcomeCounts>>, OutcomeCounts {
  /** The result of clustering; null before. */
  readonly mapping: ToolMapping | null;
}

async function mtuBenchState(store: Store, run: Run<'mtu-bench'>): Promise<MtuBenchState> {
  const counts = run.counts ?? (await countOutcomes(store, run.runId));
  const mapping = await findRunDocument(store, run.runId, { kind: 'mapping', name: 'mapping' });
  const pairs = run.counts ? undefined : await settledPairs(store, run.runId);
  return {
    ...counts,
    ...(pairs && { duplicates: countPairs(pairs.lines) }),
    mapping: mapping === undefined ? null : toolMappingSchema.parse(parseJson(mapping)),
  };
}

function stateLines(state: MtuBenchState): string[] {
  const { read, converted, setAside, dropped, notEvaluated, mapping } = state;
  return [
    `  read ${read}, converted ${converted}${byReason('quarantined', setAside)}${byReason('dropped', dropped)}${byReason('not evaluated', notEvaluated)}`,
    ...(mapping === null
      ? []
      : [
          `  tools    ${formatClusters(mapping)}`,
          ...formatDuplicates(state).map((line) => `           ${line}`),
          ...clusterLines(mapping),
        ]),
  ];
}

/** The largest clusters of several tools. */
function clusterLines({ clusters }: ToolMapping): string[] {
  const several = clusters
    .filter(({ members }) => members.length > 1)
    .sort((a, b) => b.members.length - a.members.length || byText(a.id, b.id));
  const shown = several
    .slice(0, CLUSTERS_SHOWN)
    .map(({ name, members }) => `    ${name}: ${members.map((member) => member.service).join(', ')}`);
  const more = several.length - shown.length;
  return more > 0 ? [...shown, `    and ${more} more: data/tool-mapping.json, or --json`] : shown;
}

export const text: FamilyText<'mtu-bench'> = {
  async state(store, run) {
    const object = await mtuBenchState(store, run);
    return { object, lines: stateLines(object) };
  },
  async result(store, run) {
    const { runId, name, counts, frozen } = run;
    const { split } = frozen.settings;
    if (counts !== undefined)
      return mtuBenchResult(name, counts, sumOf<Record<string, number>>(counts.split.reserve), split);
    const [soFar, reserve] = await Promise.all([countOutcomes(store, runId), countReserve(store, runId)]);
    return mtuBenchResult(name, soFar, reserve, split);
  },
  files: mtuBenchFiles,
  warnings: mtuBenchWarnings,
  figures: mtuBenchFigures,
  failures: (store, { runId }, most) => firstFailures(store, runId, most),
};
