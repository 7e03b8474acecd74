import type { AnnotatedQuery } from '../../core/t-eval/query.js';
import type { TEvalSettings } from '../../core/t-eval/run.js';
import { failedSteps, PATH_FLAGS } from './path-flags.js';

/** Why a path is dropped. */
export interface NotGold {
  readonly reason: string;
  readonly detail: string;
}

/**
 * Why a solved path is not gold by the rules of its run; undefined if it is. A plan that includes a step without success
 * would be the reference that models are measured by. Runs made before there were such rules keep every path.
 */
export function notGold(
  { gold }: Pick<TEvalSettings, 'gold'>,
  path: Pick<AnnotatedQuery, 'steps'>,
): NotGold | undefined {
  if (gold === undefined || gold.keepFailedSteps) return undefined;
  const failed = failedSteps(path);
  if (failed.length === 0) return undefined;
  const detail = failed.map(({ id, name }) => `step ${id} (${name})`).join(', ');
  return { reason: PATH_FLAGS.unfinished, detail: `${detail} never succeeded` };
}
