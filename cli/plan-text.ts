import { usdText } from '../llm/cost/price.js';
import type { CountedCalls, StagePlan } from './stage-plan.js';

const HEAD = ['stage', 'role', 'model', 'calls', 'known', 'to buy', 'input', 'output', 'cost'];

/** A plan for people: a row a stage and model, and how it was estimated. */
export function planLines(plans: readonly StagePlan[]): string[] {
  if (plans.length === 0) return ['  no stage asks a model: nothing is to be paid'];
  const rows = plans.map((plan) => [
    plan.stage,
    plan.role,
    `${plan.provider}/${plan.model}`,
    `${plan.atMost ? '≤ ' : ''}${number(plan.calls)}`,
    plan.atMost ? '?' : number(plan.known),
    number(plan.toBuy),
    number(plan.inputTokens),
    number(plan.outputTokens),
    costWords(plan),
  ]);
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
  'usual paths':
    '  estimated: what follows from answers as is usual (5 steps a path, revisions at the rates of faults); not looked for in the ledger',
  'before the recheck':
    '  as if no item were found wrong: those are not rewritten, and the next of a reserve are checked in their place',
  'before clustering': '  ≤: as if no two tools became one; exact when their names are embedded',
};

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
