import type { AnswerTo, CallOutcome } from '../../core/call-outcome.js';
import { keyedCall } from '../../core/ledger-key.js';
import { finalCall } from '../../store/ledger/call-state.js';
import type { Store } from '../../store/store.js';
import type { Answering } from './ledger.js';

/** Thrown for an answer that nobody has bought yet. */
export class NotKnown extends Error {}

/**
 * Answers that a store's ledger has; nothing is written there.
 * @param others who answers what it does not have and costs nothing, such as a rehearsal; all else is thrown as NotKnown
 * @param found told the key of every answer that the store's ledger has
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
