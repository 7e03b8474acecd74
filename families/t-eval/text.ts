import { sumOf } from '../../core/counts.js';
import { bestConstant } from '../../core/t-eval/best-constant.js';
import { TEVAL_FILES, dataFileName } from '../../core/t-eval/files.js';
import { REVIEW_KINDS, REVIEW_LABELS, type Language } from '../../core/t-eval/query.js';
import {
  ANNOTATE_STAGE,
  COMPLETE_STAGE,
  QUERIES_STAGE,
  REFINE_STAGE,
  type TEvalCounts,
} from '../../core/t-eval/run.js';
import { funnelOf } from '../../core/t-eval/funnel.js';
import { ORIGIN_WORDS, ORIGINS } from '../../core/t-eval/origins.js';
import { ownPart } from '../../core/own-part.js';
import { PATH_FLAGS } from '../../transforms/t-eval/path-flags.js';
import type { Run } from '../../store/runs.js';
import { reasons, shownPath, typed } from '../../app/text/format.js';
import { neverSucceeded } from '../../stages/t-eval/solved-items.js';
import { targetLeft } from './plan/target.js';
import {
  countedText,
  emptyLines,
  quarantinedSoFar,
  retryLines,
  reviewedLines,
} from '../parts/outcome-text.js';
import type { FamilyText } from '../parts/text.js';
import { writeJson } from '../../core/json.js';

const ASKING = [COMPLETE_STAGE, QUERIES_STAGE, REFINE_STAGE, ANNOTATE_STAGE];

/** A finished run's summary. */
function tEvalReport(run: Run<'t-eval'>, counts: TEvalCounts, out: string): string[] {
  const { queries, setAside, dropped } = counts;
  const shown = shownPath(out);
  const lost = sumOf(Object.fromEntries(Object.entries(setAside).map(([stage, all]) => [stage, sumOf(all)])));
  return [
    '',
    `${run.name}: ${queries.asked} queries asked for, ${queries.generated} generated, ${queries.annotated} annotated, ${queries.accepted} accepted${reasons('dropped', dropped)}`,
    ...targetLines(run, counts, shown),
    ...quarantinedLines(setAside),
    ...documentLines(counts.documents),
    ...queryReviewLines(counts.queryReview),
    ...reviewedLines(counts.review),
    ...(counts.undecided > 0 ? [`  ${counts.undecided} undecided`] : []),
    // Without paths there is nothing to count; `empty` gives the reason.
    ...(queries.accepted === 0 ? [] : contentLines(counts, shown, run.frozen.settings.language)),
    '',
    `  full structure  ${shown}/data/items.jsonl`,
    `  every outcome   ${shown}/data/lineage.jsonl`,
    `  report          ${shown}/run/report.html (open it in a browser)`,
    ...(lost === 0 ? [] : retryLines(run.name, shown, 'queries')),
  ];
}

/** Content of the accepted paths, and the files that contain it. */
function contentLines(counts: TEvalCounts, out: string, language: Language): string[] {
  const { kinds, records, subset } = counts;
  return [
    `  ${counts.steps} steps, ${counts.calls} calls of ${Object.keys(counts.tools).length} tools; answered by ${countedText(counts.observedBy)}`,
    `  responses: ${REVIEW_LABELS.map((label) => `${REVIEW_KINDS[label]} ${kinds[label]}`).join(', ')}`,
    ...answerLines(counts),
    ...originLines(counts),
    '',
    '  subset                            records  of a fifth  file',
    ...TEVAL_FILES.map(({ stem }) =>
      [
        `  ${stem.padEnd(32)}`,
        String(records[stem]).padStart(8),
        String(subset[stem]).padStart(11),
        ` ${out}/data/${dataFileName(stem, language, false)}`,
      ].join(' '),
    ),
  ];
}

/** If a number of paths is set: whether it was reached, and the yield of each stage. */
function targetLines({ frozen: { settings } }: Run<'t-eval'>, counts: TEvalCounts, out: string): string[] {
  const { target } = settings;
  if (target === undefined) return [];
  const { accepted, asked } = counts.queries;
  const funnel = funnelOf(counts, settings);
  const kept = funnel.map(
    ({ stage, entered, left }) =>
      `${stage} ${left} of ${entered}${entered === 0 ? '' : ` (${Math.round((100 * left) / entered)} %)`}`,
  );
  const lost = funnel.flatMap(({ stage, lost: all }) =>
    sumOf(all) === 0 ? [] : [`${stage} ${sumOf(all)}${reasons('', all).replace(/^, \d+ /, ' ')}`],
  );
  if (accepted >= target.accepted)
    return [`  ${accepted} accepted paths of ${asked} candidates; kept: ${kept.join(', ')}`];
  return [
    `  only ${accepted} of ${target.accepted} paths were accepted: all ${asked} candidates that --candidates allows were used`,
    `  lost: ${lost.join('; ')}`,
    `  more: benchwright regenerate ${out} --candidates ${2 * target.candidates} --out ${out}-2 (nothing is asked again that is known)`,
  ];
}

/** How the answers of REVIEW are balanced, and the score of always giving the same one. */
function answerLines({ labels }: TEvalCounts): string[] {
  if (labels === undefined) return [];
  const { records, left } = labels;
  const shares = REVIEW_LABELS.map((label) => `${label} ${records[label]}`).join(', ');
  const { answer, score } = bestConstant(records);
  return [
    `  REVIEW: ${shares}; ${left} calls left out; always answering ${answer} scores ${score.toFixed(2)}`,
  ];
}

/** Origins of the values of calls. */
function originLines({ origins, repaired = 0, statedFacts, flagged }: TEvalCounts): string[] {
  if (origins === undefined) return [];
  const rewritten = repaired === 0 ? '' : `; ${repaired} queries rewritten to state values`;
  const unknown = ownPart(flagged, PATH_FLAGS.unknown) ?? 0;
  return [
    ...(statedFacts === undefined ? [] : [`  ${statedFacts} arguments in the user’s words are facts`]),
    ...(unknown === 0
      ? []
      : [`  ${unknown} queries state a value that may not exist (flag: ${PATH_FLAGS.unknown})`]),
    `  arguments from ${ORIGINS.map((from) => `${ORIGIN_WORDS[from]} ${origins[from]}`).join(', ')}${rewritten}`,
  ];
}

/** Outcomes of poor tool documents. */
function documentLines(documents: TEvalCounts['documents']): string[] {
  if (documents === undefined) return [];
  const { poor, completed, edited, asGiven } = documents;
  const by = edited === 0 ? '' : `, ${edited} of them as people edited them`;
  const left = Object.keys(asGiven).length === 0 ? '' : reasons('as they were given', asGiven);
  return [`  tool documents: ${poor} poor, ${completed} completed${by}${left}`];
}

/** Review results on queries before annotation. */
function queryReviewLines(reviewed: TEvalCounts['queryReview']): string[] {
  if (reviewed === undefined) return [];
  const { accepted, edited, rejected } = reviewed;
  const by = edited === 0 ? '' : `, ${edited} of them as people edited them`;
  return [`  queries reviewed: ${accepted} accepted${by}, ${rejected} rejected`];
}

/** Maximum characters of an answer that are shown. */
const ANSWER_SHOWN = 120;
const shortened = (text: string): string =>
  text.length <= ANSWER_SHOWN ? text : `${text.slice(0, ANSWER_SHOWN)}…`;

/** Failures per stage, with reasons. */
const quarantinedLines = (setAside: TEvalCounts['setAside']): string[] =>
  Object.entries(setAside).map(
    ([stage, all]) => `  ${stage}: ${reasons('quarantined', all).replace(/^, /, '')}`,
  );

export const text: FamilyText<'t-eval'> = {
  async state(store, run) {
    const object = run.counts ?? { setAside: await quarantinedSoFar(store, run.runId, ASKING) };
    const target = run.counts === undefined ? await targetLeft(store, run) : [];
    return { object, lines: [...target, ...quarantinedLines(object.setAside)] };
  },
  report: tEvalReport,
  async empty(store, run, { queries: { accepted }, ...counts }) {
    const { called, facts } = run.frozen.settings;
    const lines = (why: readonly string[]): string[] | undefined =>
      emptyLines(run.name, {
        ...{ accepted, undecided: counts.undecided, dropped: counts.dropped, setAside: counts.setAside },
        ...{ items: 'queries', why },
        more: [
          ...(why.length === 0
            ? []
            : [`${typed('tools check TOOLS')} checks the documents that models know these APIs by`]),
          ...(why.length === 0 || facts !== undefined
            ? []
            : [
                `${typed('tools probe TOOLS')}, then --facts facts.jsonl: queries that state values which exist`,
              ]),
          'or ask for other queries: more of them (--queries), or another --seed',
        ],
      });
    // All paths are read only if there is no result.
    if (lines([]) === undefined) return undefined;
    const failed = await neverSucceeded(store, run.runId, called);
    return lines(
      failed.map(
        ({ name, calls, answer }) =>
          `never succeeded: ${name}, ${calls} ${calls === 1 ? 'call' : 'calls'}; it answered ${shortened(writeJson(answer))}`,
      ),
    );
  },
};
