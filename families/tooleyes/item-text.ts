import pc from 'picocolors';
import { clipped } from '../../app/text/clipped.js';
import { shownOutcome } from '../../app/text/format.js';
import { ID_DIGITS } from '../../core/ids.js';
import type { ToolEyesItem } from '../../core/tooleyes/item.js';
import { JUDGED_PARTS, PART_TITLES } from '../../core/tooleyes/judgement.js';
import type { ToolEyesLineage } from '../../core/tooleyes/manifest.js';
import type { Turn } from '../../core/tooleyes/trajectory.js';
import type { CollectedQuery } from '../../stages/tooleyes/collect.js';

/** Table header. */
export const QUERIES_HEAD = `${'item'.padEnd(ID_DIGITS)}  ${'in'.padEnd(4)}  ${'record'.padEnd(40)}  outcome`;

const outcomeWords = ({ outcome, stage, reason, detail }: ToolEyesLineage): string =>
  [
    shownOutcome(outcome),
    stage === undefined ? '' : ` (${stage})`,
    reason === undefined || reason.startsWith(outcome) ? '' : `: ${reason}`,
    detail === undefined || detail === '' ? '' : `: ${detail}`,
  ].join('');

/** A query as one line. */
export const queryLine = ({ line }: CollectedQuery): string =>
  `${line.itemId}  ${line.scenario.padEnd(4)}  ${line.recordId.padEnd(40)}  ${outcomeWords(line)}${
    line.flags === undefined || line.outcome === 'dropped' ? '' : pc.yellow(`  ${line.flags.join(', ')}`)
  }`;

/** A query with its outcome. */
export function collectedLines({ line, made }: CollectedQuery): string[] {
  const head = [
    pc.bold(`${line.recordId} ${line.itemId}`),
    `  outcome    ${outcomeWords(line)}`,
    ...(line.itemVersion === undefined ? [] : [`  version    ${line.itemVersion}`]),
  ];
  return made === undefined ? head : [...head, ...itemLines(made.item)];
}

function itemLines({ path, query, turns = [], judgement, findings, author }: ToolEyesItem): string[] {
  return [
    `  tools      ${path}`,
    ...(author === '' ? [] : [`  author     ${author}`]),
    ...findings.map(({ path: place, text }) => pc.yellow(`  look at    ${place}: ${text}`)),
    '',
    `    ${pc.cyan('user')}       ${query}`,
    ...turnLines(turns),
    ...(judgement === undefined
      ? []
      : [
          '',
          ...JUDGED_PARTS.map(
            (part) => `  ${PART_TITLES[part].padEnd(24)} ${[judgement.eval_score[part]].flat().join(', ')}`,
          ),
        ]),
  ];
}

/** The turns of a trajectory. */
export const turnLines = (turns: readonly Turn[]): string[] =>
  turns.flatMap(({ text, thought, action, input, reply }, at) => [
    '',
    `${pc.dim(String(at + 1).padStart(3))} ${pc.green('thought')}    ${thought ?? clipped(text)}`,
    `    ${pc.magenta('call')}       ${action ?? ''} ${input ?? ''}`,
    ...(reply.kind === 'none'
      ? []
      : [
          `    ${{ observation: 'result', user: 'user', format: 'refused' }[reply.kind].padEnd(10)} ${clipped(reply.text)}${reply.by === undefined ? '' : pc.dim(`  (${reply.by})`)}`,
        ]),
  ]);
