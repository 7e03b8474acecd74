import * as z from 'zod';
import { SPLITS } from '../split.js';

/** What a reviewer may do. An admin may do everything; an adjudicator what an annotator may, and settle disagreements. */
export const REVIEWER_ROLES = ['annotator', 'adjudicator', 'admin'] as const;
export type ReviewerRole = (typeof REVIEWER_ROLES)[number];

/** What reviewers of a round do: say yes or no, also correct, or write what is not there yet. */
export const ROUND_ACTIONS = ['judge', 'edit', 'write'] as const;

/** Which items a round takes. */
export const selectorSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('splits'), splits: z.array(z.enum(SPLITS)).min(1) }),
  /** So many of each of these splits (all of them where absent), drawn by the run's seed. */
  z.strictObject({
    kind: z.literal('sample'),
    count: z.int().min(1),
    splits: z.array(z.enum(SPLITS)).min(1).optional(),
  }),
  /** Those that a check or a person flagged; with `flags`, one of these. */
  z.strictObject({ kind: z.literal('flagged'), flags: z.array(z.string()).min(1).optional() }),
]);
export type ItemSelector = z.infer<typeof selectorSchema>;

export const roundSchema = z.strictObject({
  name: z.string().min(1),
  action: z.enum(ROUND_ACTIONS),
  /** An item is in the round when one of these takes it. */
  takes: z.array(selectorSchema).min(1),
  /** How many decide on each item. */
  reviewers: z.int().min(1).max(9),
  /** Whether nobody sees what others of the round said until it is settled. */
  blind: z.boolean(),
  /** Who may. */
  roles: z.array(z.enum(REVIEWER_ROLES)).min(1),
  /** Names of earlier rounds of which nobody may decide on the same item again. */
  notWhoDid: z.array(z.string()).default([]),
  /** `first`: one decision; `majority`: more than half of all; `unanimity`: all the same. */
  settles: z.enum(['first', 'majority', 'unanimity']),
  /** What follows where that does not settle it. */
  otherwise: z.enum(['adjudicate', 'next round', 'drop']),
  /** In which order items are handed out. */
  order: z.enum(['uncertain first', 'oldest', 'random']).default('oldest'),
  /** Minutes from the opening of the round for an item to when it is late; absent: never. */
  dueMinutes: z.int().min(1).optional(),
  /** What then happens: others may take it, those who decided are enough, an adjudicator takes it. */
  late: z.enum(['reassign', 'accept with fewer', 'adjudicate']).default('reassign'),
});
export type Round = z.infer<typeof roundSchema>;

export const policySchema = z
  .strictObject({
    name: z.string().min(1),
    rounds: z.array(roundSchema),
  })
  .superRefine((policy, context) => {
    const names = policy.rounds.map((round) => round.name);
    policy.rounds.forEach((round, at) => {
      if (names.indexOf(round.name) !== at)
        context.addIssue({ code: 'custom', path: ['rounds', at, 'name'], message: 'two rounds of one name' });
      for (const other of round.notWhoDid)
        if (!names.slice(0, at).includes(other))
          context.addIssue({
            code: 'custom',
            path: ['rounds', at, 'notWhoDid'],
            message: `no earlier round is named ${other}`,
          });
      if (round.settles === 'first' && round.reviewers !== 1)
        context.addIssue({
          code: 'custom',
          path: ['rounds', at, 'reviewers'],
          message: 'with `first` one reviewer an item is enough',
        });
      if (round.action === 'write' && at !== 0)
        context.addIssue({
          code: 'custom',
          path: ['rounds', at, 'action'],
          message: 'only the first writes',
        });
    });
  });
/** How items of a queue become accepted: rounds in order. None: all are accepted as they are. */
export type Policy = z.infer<typeof policySchema>;

const everyone = ['annotator', 'adjudicator', 'admin'] as const;
const all: ItemSelector = { kind: 'all' };

const round = (given: Pick<Round, 'name'> & Partial<Round>): Round => ({
  action: 'edit',
  takes: [all],
  reviewers: 1,
  blind: false,
  roles: [...everyone],
  notWhoDid: [],
  settles: 'first',
  otherwise: 'adjudicate',
  order: 'oldest',
  late: 'reassign',
  ...given,
});

/** Ready-made policies by name, each as its paper did it. */
export const POLICIES = {
  none: { name: 'none', rounds: [] },
  single: { name: 'single', rounds: [round({ name: 'review' })] },
  /** Two rounds by different people, 1,500 queries to 553 (T-Eval §2). */
  't-eval': {
    name: 't-eval',
    rounds: [
      round({ name: 'first check', order: 'uncertain first' }),
      round({ name: 'second check', notWhoDid: ['first check'] }),
    ],
  },
  /** Three experts each for themselves and a fourth where they differ: test items all, 500 for training (MTU-Bench §3). */
  'mtu-bench': {
    name: 'mtu-bench',
    rounds: [
      round({
        name: 'experts',
        takes: [
          { kind: 'splits', splits: ['test', 'ood'] },
          { kind: 'sample', count: 500, splits: ['train'] },
        ],
        reviewers: 3,
        blind: true,
        // The fourth is none of the three.
        roles: ['annotator', 'admin'],
        settles: 'unanimity',
      }),
    ],
  },
  /** An expert corrects, another double-checks (UltraTool §3). */
  ultratool: {
    name: 'ultratool',
    rounds: [round({ name: 'correction' }), round({ name: 'double-check', notWhoDid: ['correction'] })],
  },
} as const satisfies Record<string, Policy>;
export type PolicyName = keyof typeof POLICIES;
export const policyNameSchema = z.enum(Object.keys(POLICIES) as [PolicyName, ...PolicyName[]]);

/** How a run is reviewed: a ready-made policy by its name, or one of the user's own. */
export const reviewSchema = z.union([policyNameSchema, policySchema]);
export type Review = z.infer<typeof reviewSchema>;
export const policyOf = (review: Review): Policy => (typeof review === 'string' ? POLICIES[review] : review);
/** The policy's name, for people. */
export const reviewName = (review: Review): string => policyOf(review).name;
/** Whether people decide on anything. */
export const isReviewed = (review: Review): boolean => policyOf(review).rounds.length > 0;
