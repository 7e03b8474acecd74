import * as z from 'zod';

/** Kinds of problems in conversations. Faults are objective; doubts are a matter of opinion. */
export const FAULTS = [
  'cannot start',
  'result differs',
  'number of calls',
  'not its own gold',
  'tools not listed',
  'user unlike account',
] as const;
export const DOUBTS = ['argument from nowhere', 'needs no databases', 'unneeded call'] as const;

export const findingSchema = z.strictObject({
  kind: z.enum([...FAULTS, ...DOUBTS]),
  /** Index of the turn, and of the call in it. */
  turn: z.int().optional(),
  call: z.int().optional(),
  detail: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Whether reviewers may overrule the finding. */
export const isDoubt = ({ kind }: Finding): boolean => (DOUBTS as readonly string[]).includes(kind);

/** The kinds of findings, without duplicates, in order. */
export const kindsOf = (findings: readonly Finding[]): string[] =>
  [...FAULTS, ...DOUBTS].filter((kind) => findings.some((finding) => finding.kind === kind));

/** `turn 3, call 1: …`, counted from 1. */
export const findingText = ({ turn, call, detail }: Finding): string =>
  turn === undefined ? detail : `turn ${turn + 1}, call ${(call ?? 0) + 1}: ${detail}`;
