import { valueWord } from '../../core/json.js';
import { ownPart } from '../../core/own-part.js';
import type { FinishMeanings } from '../../core/model-call.js';

/**
 * What a finish reason says about the answer. `failed`: the server broke off, so the call is sent again; `malformed`: it
 * could not read the model's tool call, so another sample is drawn.
 */
export type FinishMeaning = 'stop' | 'length' | 'filtered' | 'refused' | 'malformed' | 'failed';

const meaning = (is: FinishMeaning, words: string): [string, FinishMeaning][] =>
  words.split(' ').map((word) => [word, is]);

/**
 * The finish reasons that are known, in lower case. Read from the documentation or source of: OpenAI and Azure (`stop`,
 * `length`, `tool_calls`, `function_call`, `content_filter`), Anthropic and Bedrock, OpenRouter (`error`), LiteLLM's
 * table of finish reasons, DeepSeek, Mistral (`model_length`), Gemini (its enum FinishReason), Zhipu (`sensitive`,
 * `network_error`), Cohere (`COMPLETE`, `ERROR_*`), Hugging Face TGI (`eos_token`), vLLM and SGLang (`abort`,
 * `repetition`), Ollama (`load`, `unload`: it only loaded the model), OpenAI's Responses (`max_output_tokens`); all seen
 * in November 2026.
 */
const MEANINGS: ReadonlyMap<string, FinishMeaning> = new Map([
  ...meaning('stop', 'stop eos eos_token end_turn stop_sequence complete completed'),
  ...meaning('stop', 'tool_calls tool_call tool_use function_call'),
  ...meaning(
    'length',
    'length max_tokens max_output_tokens max_length model_length model_context_window_exceeded',
  ),
  // `repetition`: stopped in a loop. `pause_turn`, `compaction`: the turn is not over.
  ...meaning('length', 'error_limit context_length_exceeded repetition pause_turn compaction'),
  ...meaning('filtered', 'content_filter content_filtered content_blocked guardrail_intervened sensitive'),
  ...meaning(
    'filtered',
    'safety recitation blocklist prohibited_content spii language escalation error_toxic',
  ),
  ...meaning('filtered', 'image_safety image_prohibited_content image_recitation'),
  ...meaning('refused', 'refusal'),
  ...meaning('malformed', 'malformed_function_call malformed_tool_call malformed_response'),
  ...meaning('malformed', 'unexpected_tool_call too_many_tool_calls missing_thought_signature'),
  ...meaning('failed', 'error server_error internal_error network_error insufficient_system_resource'),
  ...meaning(
    'failed',
    'abort aborted cancel cancelled canceled user_cancel timeout overloaded rate_limit_exceeded',
  ),
  // Gemini's `other` is its word for "unknown reason".
  ...meaning('failed', 'load unload other unspecified'),
]);

/** A server's word for a missing finish reason in `finishReasons`, and in messages. */
export const NO_FINISH_REASON = 'none';
/** Longest word that is kept of an unknown reason. */
const LONGEST = 60;

export interface ReadFinish {
  /** Undefined: nothing says what the reason means, so the answer must not count as complete. */
  readonly meaning: FinishMeaning | undefined;
  /** The reason as the server wrote it, as a short line; `none` if there is none. */
  readonly word: string;
}

/**
 * Reads a finish reason: in any case, with the prefix of an enum (`FINISH_REASON_STOP`, `FinishReason.STOP`) or with a
 * detail (`content_filter: RECITATION`). A missing one means nothing: some servers leave it out of half answers.
 * @param own the server's own reasons, which go before the known ones
 */
export function readFinish(reason: unknown, own: FinishMeanings | undefined): ReadFinish {
  const word = wordOf(reason);
  const declared = ownPart(own, word);
  return { meaning: declared ?? MEANINGS.get(normal(word)), word };
}

function wordOf(reason: unknown): string {
  if (reason === undefined || reason === null) return NO_FINISH_REASON;
  const text = valueWord(reason);
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? NO_FINISH_REASON : line.slice(0, LONGEST);
}

const normal = (word: string): string =>
  (word.split(':', 1)[0] ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/^finish_?reason[._]/, '');

/** What is said of an answer that ended with an unknown reason, and what to do. */
export const unknownFinishText = (word: string = NO_FINISH_REASON): string =>
  `${word === NO_FINISH_REASON ? 'the server gave no finish reason' : `the server ended the answer with the finish reason ${JSON.stringify(word)}`}, ` +
  'so it is unknown whether the answer is complete. Say what this means with ' +
  `finishReasons: { ${JSON.stringify(word)}: 'stop' } (or 'length', 'filtered', 'failed') of the provider in temporal.config.ts`;
