import type { AnswerTo, CallOutcome } from '../../core/call-outcome.js';
import { keyedCall } from '../../core/ledger-key.js';
import { finalCall } from '../../store/ledger/call-state.js';
import type { Store } from '../../store/store.js';
import type { Answering } from './ledger.js';

/** Thrown for an answer that the ledger lacks. */
export class NotKnown extends Error {}

/**
 * Serves answers from a store's ledger without writing.
 * @param others serves the rest at no cost, such as a mock run; anything else throws NotKnown
 * @param found called with the key of every answer served from the ledger
 */
export const knownAnswers = (
  store: Store,
  others: (provider: string) => Answering | undefined,
  found: (key: string) => void,
): Answering => ({
  async answer(request, sample, ask, options) {
    const { key } = keyedCall(request, sample);
    const kept = await finalCall(store, key, undefined);
    if (kept !== undefined) {
      found(key);
      return { key, outcome: kept.outcome as CallOutcome<AnswerTo<typeof request>>, from: 'ledger' };
    }
    const other = others(request.provider);
    if (other === undefined) throw new NotKnown(key);
    return other.answer(request, sample, ask, options);
  },
});
