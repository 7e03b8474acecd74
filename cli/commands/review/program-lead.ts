import type { Command } from 'commander';
import { GUIDELINE_THEN } from '../../../core/review/lead-requests.js';
import { oneOf } from '../../../app/one-of.js';
import { wholeNumber } from '../../run-options.js';
import type { ReviewAssignOptions } from './assign.js';
import type { ReviewAuditOptions } from './audit.js';
import type { ReviewBulkOptions } from './bulk.js';
import type { ReviewGuidelineOptions } from './guideline.js';
import { asReviewer, choice, filtered, numberFrom, type Act, type AddCommand } from './program-parts.js';
import type { ReviewActOptions } from './review-service.js';

const BULK_VERDICTS = ['approve', 'reject'] as const;

/** The commands that act on a whole queue. */
export function leadCommands(review: Command, command: AddCommand, act: Act): void {
  filtered(
    asReviewer(
      command(
        'assign <reviewer>',
        'assign items to a reviewer (dry run unless --expect N is given)',
        'benchwright review assign anna --split test --most 100 --expect 100',
        review,
      ),
    ),
  )
    .option('--most <n>', 'at most this many, in the order of the queue', wholeNumber)
    .option('--back', 'revoke what is assigned to the reviewer')
    .option('--expect <n>', 'assign them, if there are still exactly N as the dry run counted', wholeNumber)
    .action((reviewer: string, options: ReviewAssignOptions) =>
      act(import('./assign.js').then((m) => m.reviewAssignCommand(reviewer, options))),
    );
  filtered(
    asReviewer(
      command(
        'bulk <verdict> [items...]',
        'approve or reject the named items, or all that match the filter options (dry run unless --expect N is given)',
        'benchwright review bulk approve --search "two tickets" --expect 12 --as lea',
        review,
      ),
    ),
  )
    .option(
      '--reason <reason>',
      'why, for reject; `benchwright review reasons` lists the reasons of the queue',
    )
    .option('--text <text>', 'a comment on the decision')
    .option('--expect <n>', 'decide, if there are still exactly N as the dry run counted', wholeNumber)
    .action((verdict: string, items: string[], options: ReviewBulkOptions) =>
      act(
        import('./bulk.js').then((m) =>
          m.reviewBulkCommand(oneOf('a verdict', verdict, BULK_VERDICTS, 'review bulk'), items, options),
        ),
      ),
    );
  asReviewer(
    command(
      'audit [count]',
      'start an audit: draw COUNT kept items by seed, for blind decisions of reviewers who have not decided on them; without COUNT, show error rates and recall',
      'benchwright review audit 300 --plant 30',
      review,
    ),
  )
    .option('--plant <n>', 'plant this many known errors, to measure what reviewers find', wholeNumber, 0)
    .action((count: string | undefined, options: ReviewAuditOptions) =>
      act(
        import('./audit.js').then((m) =>
          m.reviewAuditCommand(
            count === undefined ? undefined : numberFrom(1, count, 'items to draw', 'review audit'),
            { ...options, plant: numberFrom(0, options.plant, '--plant', 'review audit') },
          ),
        ),
      ),
    );
  asReviewer(
    command(
      'guideline [file]',
      'publish a new guideline (dry run unless --expect N is given, if items would be reviewed again); without a file, show the current one',
      'benchwright review guideline guideline.md --then "review flagged again"',
      review,
    ),
  )
    .addOption(
      choice('--then <what>', 'what happens to settled items', GUIDELINE_THEN, 'review guideline').default(
        'keep',
      ),
    )
    .option('--expect <n>', 'do it, if there are still exactly N items to review again', wholeNumber)
    .option(
      '--undo [key]',
      'settle as before what the latest such guideline, or the one with this key, reopened',
    )
    .action((file: string | undefined, options: ReviewGuidelineOptions) =>
      act(import('./guideline.js').then((m) => m.reviewGuidelineCommand(file, options))),
    );
  asReviewer(
    command(
      'limit <reviewer> <most>',
      'limit how many decisions a reviewer may make in the queue; MOST is a number, or none for no limit',
      'benchwright review limit anna 200',
      review,
    ),
  ).action((reviewer: string, most: string, options: ReviewActOptions) =>
    act(import('./guideline.js').then((m) => m.reviewLimitCommand(reviewer, most, options))),
  );
}
