import { join } from 'node:path';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { EVALUATION_FOLDER, scoreFile, TRAJECTORIES_FILE } from '../../outputs/tooleyes/evaluation.js';
import type { MeanFigures, RunScore } from '../../transforms/tooleyes/scoring/score-run.js';
import type { Scorer } from '../parts/exports.js';
import { isThere, readEvaluated } from './evaluated.js';

/** The five dimensions under the evaluator's names, and theirs in the paper. */
const DIMENSIONS = [
  ['IF', 'FA'],
  ['IU', 'IC'],
  ['BP', 'BP'],
  ['TS', 'TS'],
  ['AO', 'AO'],
  ['overall_score', 'overall'],
] as const;

/** The folder that has `Test_Data/` or trajectories: an export has them in `data/`. */
async function dataFolder(folder: string): Promise<string | undefined> {
  for (const place of [folder, join(folder, 'data')])
    for (const name of [TRAJECTORIES_FILE, join('Test_Data', 'scenario_data_raw.json')])
      if (await isThere(join(place, name))) return place;
  return undefined;
}

const figure = (value: number): string => value.toFixed(4).padStart(9);

const row = (name: string, { trajectories, figures }: MeanFigures): string =>
  [
    `  ${name.padEnd(22)}${String(trajectories).padStart(6)}`,
    ...DIMENSIONS.map(([key]) => figure(figures[key])),
  ].join('');

const paperRow = ({ trajectories, figures, paper }: MeanFigures): string =>
  [
    `  ${'by the paper'.padEnd(22)}${String(trajectories).padStart(6)}`,
    ...[paper.FA, figures.IU, figures.BP, paper.TS, paper.AO, paper.overall].map(figure),
  ].join('');

function scoreLines(name: string, { scenarios, total, stops, unjudged }: RunScore): string[] {
  return [
    `${name}: five dimensions as ToolEyes' evaluator computes them`,
    '',
    `  ${''.padEnd(28)}${DIMENSIONS.map(([, title]) => title.padStart(9)).join('')}`,
    ...scenarios.filter(({ trajectories }) => trajectories > 0).map((one) => row(one.scenario, one)),
    ...(total === undefined ? ['  no trajectory is judged'] : [row('all', total), paperRow(total)]),
    ...(unjudged.length === 0 ? [] : [`  ${unjudged.length} without a judgement, such as ${unjudged[0]}`]),
    ...stops.slice(0, 3).map((why) => `  ToolEyes' evaluator stops at ${why}`),
    '',
  ];
}

/** Trajectories with their judgements; without responses, the reference trajectories of an export. */
export const score: Scorer = {
  reads: async (folder) => (await dataFolder(folder)) !== undefined,
  async score({ folder, responses }) {
    const data = (await dataFolder(folder)) ?? folder;
    const place = responses ?? join(data, TRAJECTORIES_FILE);
    if (!(await isThere(place)))
      throw new BenchwrightError('SOURCE_UNREADABLE', {
        expected: 'trajectories to score: ToolEyes has no gold answers',
        found: 'none in this folder',
        where: place,
        next: 'Give a model’s with --responses FILE, or make an export with trajectories.',
      });
    const files = await readEvaluated(
      place,
      responses === undefined ? join(data, EVALUATION_FOLDER) : undefined,
    );
    const rows = files.map((file) => ({ name: file.name, ...scoreFile(file) }));
    return {
      object: { rows },
      lines: [
        ...rows.flatMap((one) => scoreLines(one.name, one)),
        'Not seen: whether an answer is right, results of tools, and a call behind an unknown tool (docs/tooleyes-scoring.md).',
      ],
    };
  },
};
