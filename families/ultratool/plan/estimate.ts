import type { Planning, StagePlan } from '../../../app/plan/stage-plan.js';
import type { Store } from '../../../store/store.js';

/** Estimates the calls of a run, or of what it has left; sends nothing. @param runs the store of the run */
export function estimateUltraTool(_runs: Store, _runId: string, _planning: Planning): Promise<StagePlan[]> {
  return Promise.resolve([]);
}
