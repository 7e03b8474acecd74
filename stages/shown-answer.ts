import type { Calling } from '../core/calling.js';
import type { Observation } from '../core/observation.js';
import { loadTokenCounter } from '../llm/cost/tokens.js';
import { shortenedAnswer } from '../transforms/tools/shorten-answer.js';

/** Number of answers cached in memory, because a dialogue is replayed every few calls. */
const REMEMBERED = 300;
const shown = new Map<string, Observation>();

/** An answer in a ledger. */
export interface KeptAnswer {
  readonly observation: Observation;
  /** Undefined if it is not in the ledger, because it is determined by earlier calls. */
  readonly key: string | undefined;
  /** Id of the ledger's store. */
  readonly store: string;
}

/**
 * A real tool's answer as shown in a dialogue. Long answers are shortened only here, so that prompts and exported
 * records agree. The ledger stores the whole answer.
 */
export async function shownOf(
  { observation, key, store }: KeptAnswer,
  calling: Calling | undefined,
): Promise<Observation> {
  if (calling === undefined || key === undefined) return observation;
  const place = `${store}/${key}/${calling.answerTokens}`;
  const known = shown.get(place);
  if (known !== undefined) return known;
  const response = shortenedAnswer(observation.response, calling.answerTokens, await loadTokenCounter());
  const short = response === observation.response ? observation : { ...observation, response };
  if (shown.size >= REMEMBERED) shown.clear();
  shown.set(place, short);
  return short;
}
