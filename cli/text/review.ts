import pc from 'picocolors';
import type { Claimed, ItemLine, ItemPage, QueueLine, ShownVisit, Workload } from '../../core/review/api.js';
import { ID_DIGITS } from '../../core/ids.js';
import { contentLines } from './review-content.js';

/** What stands in the columns of a list. */
export const ITEMS_HEAD = `${'item'.padEnd(ID_DIGITS)}  ${'state'.padEnd(12)} ${'setting'.padEnd(8)} ${'split'.padEnd(6)} words`;

/** An item of a list in one line. */
export const itemLine = ({ itemId, state, setting, split, title, claimedBy, assigned }: ItemLine): string =>
  `${itemId}  ${state.padEnd(12)} ${setting.padEnd(8)} ${split.padEnd(6)} ${claimedBy === undefined ? '' : `(${claimedBy}) `}${assigned === undefined ? '' : `(for ${assigned.join(', ')}) `}${title}`;

/** A queue: its state in counts, and who has what to do. */
export const queueLines = ({
  run,
  policy,
  closed,
  counts,
  reviewers,
}: Pick<QueueLine, 'run' | 'policy' | 'closed' | 'counts'> & {
  readonly reviewers: readonly Workload[];
}): string[] => [
  `${run.padEnd(24)} ${policy}, ${counts.total} items${closed ? ', closed' : ''}`,
  `  waiting ${counts.waiting}, for adjudication ${counts.adjudication}, accepted ${counts.accepted}, rejected ${counts.rejected}`,
  ...reviewers.map(
    ({ reviewer, assigned, dueSoon, late }) =>
      `  ${reviewer}: ${assigned} assigned${dueSoon > 0 ? `, ${dueSoon} due within a day` : ''}${late > 0 ? pc.yellow(`, ${late} late`) : ''}`,
  ),
];

/** An item for people: what is judged, what was said of it so far, and why the reviewer may not work on it. */
export function itemPageLines(page: ItemPage): string[] {
  const { family, content, visits, comments, flags, refusal } = page;
  return [
    pc.bold(`${page.setting} ${page.itemId}`),
    `  ${page.state}${page.round === undefined ? '' : `, round "${page.round}"`}; ${page.split}; version ${page.version}`,
    ...(flags.length > 0 ? [pc.yellow(`  flags: ${flags.join(', ')}`)] : []),
    ...(refusal ? [pc.yellow(`  not for you: ${refusal.text}`)] : []),
    ...visits.flatMap(visitLines),
    ...comments.map(({ by, text }) => `  ${by} remarks: ${text}`),
    '',
    ...contentLines(family, content),
  ];
}

const visitLines = ({ round, decisions, decided, needed }: ShownVisit): string[] => [
  `  round "${round}": ${decided} of ${needed} decided`,
  ...decisions.map(({ by, verdict, reason, text }) =>
    [
      `    ${by}: ${verdict}`,
      ...(reason === undefined ? [] : [reason]),
      ...(text === undefined ? [] : [text]),
    ].join(', '),
  ),
];

/** What a claim came to. */
export const claimedLines = (claimed: Claimed): string[] =>
  'none' in claimed
    ? [`nothing for you now; ${claimed.waiting} items wait for others`]
    : [...itemPageLines(claimed.item), '', `yours until ${new Date(claimed.claim.untilMs).toISOString()}`];
