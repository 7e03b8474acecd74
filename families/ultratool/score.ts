import {
  scoreGold,
  scoreModels,
  type JudgedRow,
  type UltraToolRow,
  type UltraToolScores,
} from '../../outputs/ultratool/score-folder.js';
import { findTestSets } from '../../outputs/ultratool/test-sets.js';
import type { Scorer } from '../parts/exports.js';

const figure = (value: number | null | undefined): string =>
  (value === undefined ? '' : (value?.toFixed(4) ?? 'n/a')).padStart(9);

const rowLine = ({ predictions, shape, language, score }: UltraToolRow): string =>
  [
    `  ${predictions.padEnd(37)}${shape} ${(language ?? '').padEnd(3)}${score.task.padEnd(24)}`,
    figure(score.global),
    figure(score.local),
    score.badFormats === 0 ? '' : `  ${score.badFormats} unreadable`,
  ].join('');

const judgedLines = ({ predictions, language, task, judged, means }: JudgedRow): string[] => [
  `  ${predictions} ${language} ${task}, ${judged} judgements`,
  ...Object.entries(means ?? {}).map(([name, mean]) => `    ${name.padEnd(30)}${figure(mean)}`),
];

/** Stops shown for each row. */
const SHOWN = 3;

const ultraToolLines = ({ rows, judged }: UltraToolScores): string[] => [
  ...(rows.length === 0 ? [] : [`  ${''.padEnd(66)}   global    local`]),
  ...rows.map(rowLine),
  ...judged.flatMap(judgedLines),
  ...rows.flatMap(({ predictions, score: { task, stops } }) =>
    stops
      .slice(0, SHOWN)
      .map((why) => `  UltraTool's scorer stops in ${task} of ${predictions} at line ${why}`),
  ),
  '',
  'Not seen: further steps and arguments, words of steps, the tool in tool usage (docs/ultratool-scoring.md).',
];

/** The gold and twelve kinds of wrong predictions; with responses, models. */
export const score: Scorer = {
  reads: async (folder) => (await findTestSets(folder)).length > 0,
  async score({ folder, responses }) {
    const sets = await findTestSets(folder);
    const scores = await (responses === undefined ? scoreGold(sets) : scoreModels(sets, responses));
    return { object: scores, lines: ultraToolLines(scores) };
  },
};
