import type { TEvalManifest } from '../../../core/t-eval/manifest.js';
import { REVIEW_KINDS, REVIEW_LABELS } from '../../../core/t-eval/query.js';
import { cardBody, loadLine, type CardOf } from '../huggingface/card-body.js';
import { leftOutText, modelsNamed, reasonLines, stageLines } from '../huggingface/card-lines.js';
import { reviewLines } from '../huggingface/review-text.js';
import { pathsNotice } from './notice.js';
import { ownPart } from '../../../core/own-part.js';

/** Descriptions of the configs' rows. */
const ABOUT: Readonly<Record<string, string>> = {
  paths: 'a query with its conversation (`messages`) and its plan: steps, what each needs, calls in vain',
  instruct: 'INSTRUCT: a call to write in a form that is asked for',
  plan_json: 'PLAN, the answer in JSON',
  plan_str: 'PLAN, the answer in text',
  reason_str: 'REASON: the next thought',
  retrieve_str: 'RETRIEVE: the next API',
  understand_str: 'UNDERSTAND: the value of one argument',
  reason_retrieve_understand_json: 'the last three in one JSON object',
  review_str: 'REVIEW: which of five kinds a response is',
  tools: 'the APIs that queries were made of',
};

/** "weather (openapi; 3 tools, 12 APIs)". */
export const toolsName = ({ sources }: TEvalManifest): string =>
  sources.map(({ name, from, tools, apis }) => `${name} (${from}; ${tools} tools, ${apis} APIs)`).join(', ');

/** What to cite. */
export const pathsCitation = (manifest: TEvalManifest, paper: string): string =>
  [`the owners of the tools of ${toolsName(manifest)}`, paper].join('; ');

/** The card's body. */
export const pathsCardText = (of: CardOf<TEvalManifest>, paper: string): string =>
  cardBody(of, {
    about: `Queries that need several tools, with annotated solution paths, over ${toolsName(of.manifest)}; and what T-Eval's evaluator asks of a model, made from them. Made by Benchwright ${of.manifest.product}.`,
    rowOf: (config) => ownPart(ABOUT, config) ?? '',
    content:
      'What differs in form from API to API (`args`, `response`, `ground_truth`, `functions` …) is a string of JSON. `subset` marks the records of the fifth that T-Eval calls `_subset`. `manifest.json` has the digest of every file; `croissant.json` describes the columns for machines.',
    made: [howMade(of.manifest)],
    leftOut: leftOut(of.manifest),
    notice: (licence) => pathsNotice(licence, of.manifest),
    cite: pathsCitation(of.manifest, paper),
    loading: [
      loadLine('paths', 'test'),
      `${loadLine('plan_json', 'test')}.filter(lambda row: row["subset"])`,
    ],
    evaluating:
      'Ask a model the `origin_prompt` of a record and compare its answer with `ground_truth` by T-Eval’s measures. With the export that this was made from, T-Eval’s own evaluator reads the files of `data/`, and `benchwright score DIR --responses FOLDER` gives the same figures. Do not train on it.',
  });

function howMade({ settings, counts, seed, review, models }: TEvalManifest): string {
  const { kinds, observedBy } = counts;
  return [
    'By language models: a generator wrote queries for sets of tools, a planner solved them step by step, a reviewer judged every response; a step that it did not accept was tried again.',
    '',
    `- models: ${modelsNamed(models)}`,
    `- sets of ${settings.toolsASet.least} to ${settings.toolsASet.most} tools; queries of similarity ${settings.nearDuplicate} and more to another one were dropped; seed ${seed}`,
    `- ${counts.steps} steps, ${counts.calls} calls, answered by: ${Object.entries(observedBy)
      .map(([by, count]) => `${by} ${count}`)
      .join(', ')} (only \`openapi\` and \`mcp\` are answers of real services)`,
    `- responses: ${REVIEW_LABELS.map((label) => `${label} ${REVIEW_KINDS[label]} ${kinds[label]}`).join(', ')}`,
    ...reviewLines(review, counts.review).map((line) => `- ${line}`),
  ].join('\n');
}

const leftOut = ({ counts: { queries, setAside, dropped, undecided, flagged } }: TEvalManifest): string =>
  leftOutText(`Of ${queries.asked} queries asked for, ${queries.accepted} were accepted.`, [
    ...stageLines('queries set aside', setAside),
    ...reasonLines('queries dropped', dropped),
    ...(undecided > 0 ? [`- queries undecided: ${undecided}`] : []),
    ...reasonLines('annotated queries with a flag', flagged),
  ]);
