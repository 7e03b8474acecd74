import pc from 'picocolors';
import { clipped } from '../../app/text/clipped.js';
import { shownOutcome } from '../../app/text/format.js';
import { ID_DIGITS } from '../../core/ids.js';
import { ultraToolFindingText, type UltraToolItem } from '../../core/ultratool/item.js';
import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import { NO_TOOL, numberOfStep, PARENT } from '../../core/ultratool/records.js';
import type { CollectedSample } from '../../stages/ultratool/collect-samples.js';

/** Table header. */
export const SAMPLES_HEAD = `${'item'.padEnd(ID_DIGITS)}  ${'kind'.padEnd(11)}  ${'record'.padEnd(28)}  outcome`;

const outcomeWords = ({ outcome, stage, reason, detail }: UltraToolLineage): string =>
  [
    shownOutcome(outcome),
    stage === undefined ? '' : ` (${stage})`,
    reason === undefined || reason.startsWith(outcome) ? '' : `: ${reason}`,
    detail === undefined || detail === '' ? '' : `: ${detail}`,
  ].join('');

/** A sample as one line. */
export const sampleLine = ({ line }: CollectedSample): string =>
  `${line.itemId}  ${line.kind.padEnd(11)}  ${line.recordId.padEnd(28)}  ${outcomeWords(line)}${
    line.flags === undefined ? '' : pc.yellow(`  ${line.flags.join(', ')}`)
  }`;

/** A sample with what became of it. */
export function collectedLines({ line, held }: CollectedSample): string[] {
  const head = [
    pc.bold(`${line.recordId} ${line.itemId}`),
    `  outcome    ${outcomeWords(line)}`,
    ...(line.itemVersion === undefined ? [] : [`  version    ${line.itemVersion}`]),
  ];
  return held === undefined
    ? head
    : [
        ...head,
        ...held.findings.map((finding) =>
          pc.yellow(`  look at    ${finding.kind}: ${ultraToolFindingText(finding)}`),
        ),
        ...sampleLines(held.item),
      ];
}

/** The content of a sample: its question, the tree of steps with their calls, and the tools. */
export function sampleLines({ language, domain, question, plan, tools }: UltraToolItem): string[] {
  return [
    `  domain     ${domain}`,
    `  question   ${clipped(question.trim())}`,
    '',
    ...plan.flatMap(({ step, tool }) => {
      const depth = numberOfStep(step).split('.').filter(Boolean).length;
      const margin = '  '.repeat(depth + 1);
      const called = tool !== PARENT && tool !== NO_TOOL[language];
      return [`${margin}${step}`, ...(called ? [`${margin}  ${pc.magenta(tool)}`] : [])];
    }),
    '',
    ...tools.map(
      ({ name, arguments: args, results }) =>
        `    tool      ${name}(${Object.keys(args.properties).join(', ')}) → ${Object.keys(results.properties).join(', ')}`,
    ),
  ];
}
