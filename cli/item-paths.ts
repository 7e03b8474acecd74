import pc from 'picocolors';
import { reviewedPaths, type ReviewedPath } from '../activities/review-paths.js';
import { collectPaths } from '../activities/t-eval/collect-paths.js';
import { TEvalContext } from '../activities/t-eval/context.js';
import { decidedLine } from '../activities/t-eval/export-paths.js';
import type { AnnotatedItem } from '../core/t-eval/annotation.js';
import type { QueryLineage } from '../core/t-eval/lineage.js';
import { REVIEW_KINDS, type Attempt } from '../core/t-eval/query.js';
import { byText, ID_DIGITS } from '../core/ids.js';
import type { Run } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { clipped } from './clipped.js';

/** A query of a run of `t-eval` as it stands now. */
export interface FoundPath {
  readonly line: QueryLineage;
  /** Absent where it was never annotated. */
  readonly path: ReviewedPath | undefined;
}

/** Every query that a run has so far, in item id order, named as its data files name them once it is exported. */
export async function pathsOf(store: Store, run: Run<'t-eval'>): Promise<FoundPath[]> {
  const context = await TEvalContext.open(store, run.runId);
  const { lineage } = await collectPaths(store, context, true);
  const lines = new Map(lineage.map((line) => [line.itemId, line]));
  const paths = new Map<string, ReviewedPath>();
  for await (const path of reviewedPaths(store, run.runId)) {
    const line = lines.get(path.item.itemId);
    if (line === undefined || line.outcome === 'dropped') continue;
    paths.set(path.item.itemId, path);
    lines.set(line.itemId, decidedLine(line, path));
  }
  let accepted = 0;
  return [...lines.values()]
    .sort((a, b) => byText(a.itemId, b.itemId))
    .map((line) => ({
      line: line.outcome === 'accepted' ? { ...line, query: `query_${accepted++}` } : line,
      path: paths.get(line.itemId),
    }));
}

/** Whether a query is called so: its id or the beginning of it, its record id, or its name in the data files. */
export const isCalled = ({ line: { itemId, recordId, query } }: FoundPath, name: string): boolean =>
  itemId.startsWith(name) || recordId === name || query === name;

/** What stands in the columns of a list. */
export const PATHS_HEAD = `${'item'.padEnd(ID_DIGITS)}  ${'query'.padEnd(10)}  ${'record'.padEnd(36)}  outcome`;

/** A query in one line. */
export const pathLine = ({ line }: FoundPath): string =>
  [
    `${line.itemId}  ${(line.query ?? '').padEnd(10)}  ${line.recordId.padEnd(36)}  `,
    line.outcome === 'accepted' ? 'accepted' : outcomeWords(line),
  ].join('');

const outcomeWords = ({ outcome, stage, reason, detail }: QueryLineage): string =>
  [
    outcome,
    stage && ` (${stage})`,
    reason?.startsWith(outcome) === false && `: ${reason}`,
    detail && `: ${detail}`,
  ]
    .filter(Boolean)
    .join('');

/** A query for people: its path step by step. */
export function pathLines({ line, path }: FoundPath): string[] {
  const head = [
    pc.bold(`${line.query ?? 'query'} ${line.itemId}`),
    `  record     ${line.recordId}`,
    `  outcome    ${outcomeWords(line)}`,
  ];
  if (path === undefined)
    return [...head, `  path       none${line.stage === undefined ? ' yet' : `: it ended in ${line.stage}`}`];
  const { flags } = path.item;
  return [
    ...head,
    `  version    ${path.itemVersion}`,
    ...(flags.length === 0 ? [] : [pc.yellow(`  look at    ${flags.join(', ')}`)]),
    ...annotatedLines(path.item),
  ];
}

/** A query with its solution path, step by step: every call, what came back, what the reviewer agent said of it. */
export function annotatedLines({ annotated, role, generated, observedBy }: AnnotatedItem): string[] {
  return [
    `  asked by   ${role}`,
    '',
    `    ${pc.cyan('query')}     ${annotated.query}`,
    ...(generated === annotated.query ? [] : [pc.dim(`    generated ${generated}`)]),
    ...annotated.steps.flatMap((step) => [
      '',
      `${pc.dim(String(step.id).padStart(3))} ${pc.dim('thought')}   ${pc.dim(step.thought)}`,
      ...(step.dependencies.length === 0 ? [] : [`    needs     ${step.dependencies.join(', ')}`]),
      ...[...step.retries, step].flatMap((attempt) => attemptLines(attempt, observedBy[attempt.name])),
    ]),
    '',
    `    ${pc.green('answer')}    ${annotated.finish.answer}`,
  ];
}

function attemptLines({ name, args, response, review }: Attempt, by: string | undefined): string[] {
  return [
    `    ${pc.magenta('call')}      ${name} ${JSON.stringify(args)}`,
    `    result    ${clipped(JSON.stringify(response))}${pc.dim(by === undefined ? ' (simulated)' : ` (${by})`)}`,
    ...(review ? [`    reviewer  ${review.label} ${REVIEW_KINDS[review.label]}: ${review.thought}`] : []),
  ];
}
