import { knownForms, recordForm, type KnownForms, type LearnedPart } from '../../store/requests/forms.js';
import { failuresAccepted } from '../../store/stages/failures.js';
import type { Store } from '../../store/store.js';

/** Where the forms of requests are kept for other workers and later runs. */
export interface FormMemory {
  known(model: string): Promise<KnownForms>;
  record(
    model: string,
    accepted: {
      /** A form that was answered. */
      readonly form: string;
      /** The parts that were changed for it. */
      readonly learned: readonly LearnedPart[];
      /** The run that it was sent for, if any. */
      readonly runId: string | undefined;
    },
  ): Promise<void>;
  /** Whether the user accepts that work items of a run fail. */
  failuresAccepted(runId: string): Promise<boolean>;
}

/** The forms of an endpoint in the store. @param endpoint kind and endpoint of the provider */
export const storeMemory = (store: Store, endpoint: string): FormMemory => ({
  known: (model) => knownForms(store, { endpoint, model }),
  record: (model, accepted) => recordForm(store, { endpoint, model }, accepted),
  failuresAccepted: (runId) => failuresAccepted(store, runId),
});
