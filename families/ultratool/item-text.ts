import pc from 'picocolors';
import { shownOutcome } from '../../app/text/format.js';
import { ID_DIGITS } from '../../core/ids.js';
import { writerOf } from '../../core/review/writing.js';
import { ultraToolFindingText } from '../../core/ultratool/finding.js';
import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import type { CollectedSample } from '../../stages/ultratool/collect-samples.js';
import { planLines } from './review-text.js';

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

/** A sample with its outcome. */
export function collectedLines({ line, held }: CollectedSample): string[] {
  const writer = line.writing && writerOf(line.writing.record);
  const head = [
    pc.bold(`${line.recordId} ${line.itemId}`),
    `  outcome    ${outcomeWords(line)}`,
    ...(writer === undefined ? [] : [`  written    by ${writer}`]),
    ...(line.itemVersion === undefined ? [] : [`  version    ${line.itemVersion}`]),
  ];
  return held === undefined
    ? head
    : [
        ...head,
        ...held.findings.map((finding) =>
          pc.yellow(`  look at    ${finding.kind}: ${ultraToolFindingText(finding)}`),
        ),
        ...planLines(held.item),
      ];
}
