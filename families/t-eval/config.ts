import * as z from 'zod';
import { setting } from '../../core/config-section.js';

/** `tEval` of `temporal.config.ts`: defaults of a run, which options override. */
export const config = z.strictObject({
  facts: setting(
    z.string().min(1).optional(),
    'file of facts about the data behind your tools: real titles, ids and dates for queries (JSONL or CSV)',
    { example: "'facts.jsonl'", see: 'docs/t-eval.md' },
  ),
  reviewQueries: setting(z.string().default('none'), 'review policy for queries before they are solved', {
    see: 'docs/t-eval.md',
  }),
});
