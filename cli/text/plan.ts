import { usdText } from '../../llm/cost/price.js';
import { costOfAll, type CountedCalls, type StagePlan } from '../../app/plan/stage-plan.js';

const HEAD = ['stage', 'role', 'model', 'calls', 'known', 'to buy', 'input', 'output', 'cost'];

/** Formats a plan: a row per stage and model, and the basis of each estimate. */
export function planLines(plans: readonly StagePlan[]): string[] {
  if (plans.length === 0) return ['  no stage asks a model: nothing is to be paid'];
  const rows = plans.map((plan) => [
    plan.stage,
    plan.role,
    `${plan.provider}/${plan.model}`,
    `${signOf(plan)}${number(plan.calls)}`,
    knownWords(plan),
    `${isEstimate(plan) ? signOf(plan) : ''}${number(plan.toBuy)}`,
    number(plan.inputTokens),
    number(plan.outputTokens),
    costWords(plan),
  ]);
  if (rows.length > 1) rows.push(totalRow(plans));
  const widths = HEAD.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, i) => (i > 2 && i < 8 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join('  ')}`.trimEnd();
  return [
    line(HEAD),
    ...rows.map(line),
    '',
    '  input: tokens counted on this machine (o200k; models of others cut texts otherwise)',
    ...new Set(plans.map(outputWords)),
    ...new Set(plans.map(({ counted }) => COUNTED[counted])),
  ];
}

const COUNTED: Readonly<Record<CountedCalls, string>> = {
  calls: '  without repair turns and fresh samples; what is known costs nothing',
  'longest conversations': '  conversations: every one with all its turns, nothing found in the ledger',
  'every row': '  ≤: as if every row passed the stages before, with answers of the usual length',
  'usual paths':
    '  estimated: what follows from answers as is usual (5 steps a path, revisions at the rates of faults); ≈ and ? as answers are not looked for in the ledger before their questions are known',
  'usual dialogues':
    '  estimated: what follows from answers as is usual (a tool to document in every four dialogues, two turns of each that call); ≈ and ? as answers are not looked for in the ledger before their questions are known',
  'seen dialogues':
    '  estimated: a document for each tool that was proposed, as if none became one, and two calls for each turn that calls; their lengths are as is usual',
  'before the intents': '  as if every intent were fit for a tool: fewer items where some are not',
  'without created': '  without the dialogues whose calls are still to be made',
  'before the recheck':
    '  as if no item were found wrong: those are not rewritten, and the next of a reserve are checked in their place',
  'before clustering': '  ≤: as if no two tools became one; exact when their names are embedded',
};

/** Whether the calls depend on future answers. */
const isEstimate = ({ counted }: Pick<StagePlan, 'counted'>): boolean =>
  counted === 'usual paths' || counted === 'usual dialogues' || counted === 'seen dialogues';

/** Prefix of estimated numbers. */
const signOf = ({ atMost, counted }: Pick<StagePlan, 'atMost' | 'counted'>): string =>
  atMost ? '≤ ' : isEstimate({ counted }) ? '≈ ' : '';

/** Cache hits; unknown for calls that were not looked up. */
function knownWords({ atMost, counted, known }: StagePlan): string {
  if (atMost) return '?';
  if (!isEstimate({ counted })) return number(known);
  return known === 0 ? '?' : `≥ ${number(known)}`;
}

/** Totals, marked like the least certain row. */
function totalRow(plans: readonly StagePlan[]): string[] {
  const of = (value: (plan: StagePlan) => number): string =>
    number(plans.reduce((sum, plan) => sum + value(plan), 0));
  const calls = of(({ calls: one }) => one);
  const estimated = plans.find(isEstimate);
  const least = estimated ?? plans.find(({ atMost }) => atMost);
  const sign = least ? signOf(least) : '';
  const usd = costOfAll(plans);
  return [
    ...['total', '', '', `${sign}${calls}`, least ? '' : of(({ known }) => known)],
    `${estimated ? sign : ''}${of(({ toBuy }) => toBuy)}`,
    ...[of(({ inputTokens }) => inputTokens), of(({ outputTokens }) => outputTokens)],
    usd === undefined ? 'price unknown' : `${usdText(usd)}${estimated ? ', about' : ''}`,
  ];
}

const number = (value: number): string => value.toLocaleString('en');

function costWords({ usd, mostUsd, toBuy, provider }: StagePlan): string {
  if (toBuy === 0) return usdText(0);
  if (usd === undefined) return 'price unknown';
  const most = mostUsd === undefined || mostUsd <= usd ? '' : `, at most ${usdText(mostUsd)}`;
  return `${usdText(usd)}${most}${provider === 'rehearsal' ? ' (rehearsed: not paid)' : ''}`;
}

const outputWords = ({ stage, role, output, model }: StagePlan): string => {
  const of = `output of ${role} (${stage}, ${model})`;
  return {
    'earlier answers': `  ${of}: ${number(output.tokens)} tokens an answer, the mean of earlier ones of this stage`,
    maxTokens: `  ${of}: maxTokens (${number(output.tokens)}) for every answer, as there is none yet`,
    'no text': `  ${of}: none, a vector is not billed`,
    assumed: `  ${of}: ${number(output.tokens)} tokens an answer, a mere assumption; set maxTokens for a limit`,
  }[output.from];
};
