import { RECHECK_STAGE } from '../core/rechecking.js';
import { REWRITE_STAGE } from '../core/rewriting.js';
import type { RunSettings } from '../core/run.js';
import type { Asking } from './frozen-models.js';

/** Whom a run of `mtu-bench` with these settings asks by role, and in which stages; undefined: nobody. */
export function askedOfModels({
  recheck,
  rewrite,
}: RunSettings): Pick<Asking, 'family' | 'stage' | 'roles' | 'moreStages'> | undefined {
  const asked = [
    ...(recheck ? [{ stage: RECHECK_STAGE, role: 'judge' as const }] : []),
    ...(rewrite ? [{ stage: REWRITE_STAGE, role: 'generator' as const }] : []),
  ];
  const [first, ...more] = asked;
  if (first === undefined) return undefined;
  return {
    family: 'mtu-bench',
    stage: first.stage,
    moreStages: more.map(({ stage }) => stage),
    roles: asked.map(({ role }) => role),
  };
}
