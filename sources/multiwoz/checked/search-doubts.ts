import type { RecordedCall, TurnDoubt } from '../../../core/dialogue.js';
import { ownPart } from '../../../core/own-part.js';
import type { WozExchange } from '../exchange.js';
import { literal } from './names.js';

const doubt = (check: string, detail: string): TurnDoubt => ({ check, detail, since: 2 });

/** "I'll take the 4 star" chooses among what was found, although annotators took it for a wish. */
const CHOOSES =
  /\bi ?(?:'ll|will) (?:just )?(?:take|go with|have|choose)\b[^.?!]*\b(?:stars?|ones?|hotel|guest ?house)\b/i;

/**
 * Searches that the words do not ask for: a place named only as the end of a taxi ride, and a choice among results.
 * @param heard the exchanges up to that of the searches
 */
export function searchDoubts(heard: readonly WozExchange[], searches: readonly RecordedCall[]): TurnDoubt[] {
  const now = heard.at(-1)?.user.utterance ?? '';
  const wantsTaxi = heard.some(({ user }) => /\b(?:taxi|cab)\b/i.test(user.utterance));
  return searches.flatMap(({ method, parameters }) => {
    const name = ownPart(parameters, 'name');
    if (typeof name === 'string') {
      const isEnd = new RegExp(`\\b(?:from|to|at|leav\\w*) (?:the )?${literal(name).source}`, 'i').test(now);
      return wantsTaxi && isEnd
        ? [doubt('search for the end of a taxi ride', `${method} name = ${name}`)]
        : [];
    }
    return heard.length > 1 && CHOOSES.test(now)
      ? [doubt('choice that was taken for a wish', `${method}: "${CHOOSES.exec(now)?.[0] ?? ''}"`)]
      : [];
  });
}
