import type { Store } from '../store/store.js';
import { createConvertActivities, type ConvertActivities } from './convert-activities.js';
import { createExportActivities, type ExportActivities } from './export-activities.js';
import { mapFailures } from './failure-mapping.js';
import { createRunActivities, type RunActivities } from './run-activities.js';
import { RunContexts } from './run-context.js';

/** Every activity, as workflows see them. */
export type Activities = ConvertActivities & ExportActivities & RunActivities;

/** All activities over one store, with failures mapped. */
export function createActivities(store: Store): Activities {
  const deps = { store, contexts: new RunContexts(store) };
  return mapFailures({
    ...createConvertActivities(deps),
    ...createExportActivities(deps),
    ...createRunActivities(deps),
  });
}
