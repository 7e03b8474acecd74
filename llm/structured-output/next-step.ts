import * as z from 'zod';
import type { Problem } from './read-answer.js';

export const structuredSettingsSchema = z.strictObject({
  /** Independent answers that are asked for before the item is set aside, repair turns not counted. */
  samples: z.int().positive().default(3),
  /** Whether a model is shown what is wrong with its answer before a fresh one is asked for. */
  repair: z.boolean().default(true),
});
export type StructuredSettings = z.infer<typeof structuredSettingsSchema>;

/** The last answer to one request, which could not be used. */
export interface Unusable {
  /** Which sample it answers, counted from the first one that this stage may use: 0, 1, … */
  readonly sample: number;
  /** Whether it answers the repair turn of that sample. */
  readonly repaired: boolean;
  readonly reason: Problem;
  readonly problems: readonly string[];
  /** Whether the answer had any text: only such a one can be shown to the model. */
  readonly empty: boolean;
}

export type NextStep =
  | { readonly step: 'repair'; readonly sample: number }
  | { readonly step: 'sample'; readonly sample: number }
  | { readonly step: 'set aside'; readonly reason: string };

/**
 * What follows an answer that cannot be used (DESIGN.md, "Failure"): one repair turn, then a fresh sample, up to the
 * configured number of samples; what the model refused or a filter kept back is set aside at once.
 */
export function nextStep(last: Unusable, settings: StructuredSettings): NextStep {
  const { sample, repaired, reason, problems, empty } = last;
  const said = [reason, ...problems.slice(0, 1)].join(': ');
  if (reason === 'refused' || reason === 'filtered') return { step: 'set aside', reason: said };
  if (settings.repair && !repaired && !empty) return { step: 'repair', sample };
  if (sample + 1 < settings.samples) return { step: 'sample', sample: sample + 1 };
  return { step: 'set aside', reason: `still invalid after ${sample + 1} answers: ${said}` };
}
