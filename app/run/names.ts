import type { Store } from '../../store/store.js';

/** The signal that ends a wait (workflows/stages/batch.ts, review.ts). */
export const WAKE_SIGNAL = 'lookUp';

/** The workflow id of a run, unique per store and run, so that a second start finds the first. */
export const workflowIdOf = (store: Pick<Store, 'id'>, runId: string): string =>
  `benchwright/${store.id}/run/${runId}`;
