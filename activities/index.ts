import { randomUUID } from 'node:crypto';
import type { Store } from '../store/store.js';
import { createConvertActivities, type ConvertActivities } from './convert-activities.js';
import { createExportActivities, type ExportActivities } from './export-activities.js';
import { mapFailures } from './failure-mapping.js';
import { createRunActivities, type RunActivities } from './run-activities.js';
import { RunContexts } from './run-context.js';
import { createStageActivities, type StageActivities } from './stage-activities.js';

/** Every activity, as workflows see them. */
export type Activities = ConvertActivities & ExportActivities & RunActivities & StageActivities;

/**
 * All activities over one store, with failures mapped.
 * @param worker whose activities they are; by default one that is noted nowhere
 */
export function createActivities(
  store: Store,
  { incarnation = randomUUID() }: { readonly incarnation?: string } = {},
): Activities {
  const deps = { store, contexts: new RunContexts(store), incarnation };
  return mapFailures({
    ...createConvertActivities(deps),
    ...createExportActivities(deps),
    ...createRunActivities(deps),
    ...createStageActivities(deps),
  });
}
