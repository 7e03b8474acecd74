import type { Calling } from '../core/calling.js';
import type { Observation } from '../core/observation.js';
import { loadTokenCounter } from '../llm/cost/tokens.js';
import { shortenedAnswer } from '../transforms/tools/shorten-answer.js';

/** Answers kept in memory: a dialogue is replayed every few calls. */
const REMEMBERED = 300;
const shown = new Map<string, Observation>();

/** An answer in a ledger. */
export interface KeptAnswer {
  readonly observation: Observation;
  /** Undefined: it is not in the ledger, as it follows from the calls before. */
  readonly key: string | undefined;
  /** Of the ledger's store. */
  readonly store: string;
}

/**
 * What a dialogue sees of a real tool's answer: what is too long is shortened here, once, so that prompts and exported
 * records agree. The ledger keeps the whole.
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
