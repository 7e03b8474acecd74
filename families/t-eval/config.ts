import * as z from 'zod';
import { setting } from '../../core/config-section.js';

/** `tEval` of `temporal.config.ts`: what a run is made with unless options say otherwise. */
export const config = z.strictObject({
  reviewQueries: setting(z.string().default('none'), 'review policy for queries before they are solved', {
    see: 'docs/t-eval.md',
  }),
});
