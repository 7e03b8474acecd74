import * as z from 'zod';
import { planStepSchema, ultraToolSchema } from './records.js';

/** Where a sample's query comes from; `read`: the sample was read whole. */
export const ULTRATOOL_KINDS = ['original', 'generalised', 'complicated', 'read'] as const;
export type UltraToolKind = (typeof ULTRATOOL_KINDS)[number];

/** A sample: what reviewers judge and edit. */
export const ultraToolItemSchema = z.strictObject({
  language: z.enum(['en', 'zh']),
  kind: z.enum(ULTRATOOL_KINDS),
  question: z.string(),
  domain: z.string(),
  plan: z.array(planStepSchema).min(1),
  tools: z.array(ultraToolSchema),
});
export type UltraToolItem = z.infer<typeof ultraToolItemSchema>;

/** Something to look at in a sample. */
export interface UltraToolFinding {
  readonly kind: string;
  /** Number of the step, or `question`. */
  readonly place: string;
  readonly text: string;
}

/** The kind of findings about texts that the published scorer alters before it compares them (formats/ultratool.md 5). */
export const ALTERED = 'altered by the scorer';

/** The kinds among findings, each once, in order. */
export const findingKinds = (findings: readonly UltraToolFinding[]): string[] => [
  ...new Set(findings.map(({ kind }) => kind)),
];

export const ultraToolFindingText = ({ place, text }: UltraToolFinding): string => `${place}: ${text}`;
