import type { SeededRandom } from '../../../core/random.js';

/**
 * The words of a turn that is joined from several utterances: what of an utterance only answers what was said before
 * it, and how utterances become one text. Rules for English, as all of MTU-Bench's sources are English.
 */

const PRAISE =
  '(?:good|great|perfect|fine|nice|awesome|excellent|wonderful|amazing|fantastic|lovely|cool|sweet|alright|all right|okay|ok)';

/** Words that answer on their own: what they refer to is no part of a joined turn. Longest first. */
const REPLIES = [
  `(?:that|this|it|he|she|that one|this one)(?:'s| is| would be| will be) (?:really |very |just |all )?${PRAISE}(?: (?:to|for|with|by) me)?`,
  `(?:(?:that|this|it|he|she|that one|this one|they|which) )?(?:all )?(?:sounds?|looks?|seems?|works?|can work) (?:like )?(?:really |very |pretty |just )?(?:${PRAISE}|like a plan|for me)(?: (?:to|for|with|by) me)?`,
  "(?:that|this|it)(?:'s| is) (?:all right|right|correct|the one)",
  '(?:that|this|it|that one) (?:works|will do|will work|can work|does)(?: for me)?',
  `${PRAISE}(?: (?:to know|choice|job|idea|by me|with me|for me))?`,
  '(?:many |ok |okay |great )?(?:thanks?|thank you|thx|thank u|cheers)(?: (?:so much|very much|a lot|a bunch|a ton|again|much|you))?(?: for (?:that|this|it|helping|everything|all your help|(?:your|the|all the) (?:help|assistance|information|info)))?(?: (?:so much|very much|a lot))?',
  "(?:much appreciated|i? ?appreciate (?:it|that)|you(?:'ve| have) been (?:very |so )?helpful|i think so)",
  '(?:oh |well )?(?:yes|yeah|yea|yep|yup|sure|of course|absolutely|definitely|got it|i see)',
].join('|');

/** A reply ends with a mark; of the short ones a blank will do ("Ok now transfer it", "Thanks I also need"). */
const LEADING_REPLY = new RegExp(
  `^(?:(?:${REPLIES})(?:\\s*[.!,;]+|\\s+-+(?=\\s))\\s*|(?:ok|okay|yes|yeah|yep|thanks|thank you)\\s+(?!for\\b|to\\b|with\\b|so\\b|very\\b|a\\b))`,
  'i',
);

/** What is left over from an answer or a change of mind: such an utterance does not stand in a text of one's own. */
const ANSWERS = /^(?:no|nope|nah|not|never ?mind|maybe|perhaps|none|either|both|same|neither)\b|\bthen\W*$/i;
const CHANGES_MIND =
  /\b(?:instead|actually|changed? my mind|on second thought|any others?|anything else|something else|what else)\b/i;

/** A request or a value in fewer words is the answer to a question ("Maria.", "My savings."). */
const FEWEST_WORDS = 3;

/** An utterance without the words at its beginning that only reply to what was said before it. */
export interface Unreplied {
  /** Empty when there was nothing else. */
  readonly text: string;
  readonly replied: boolean;
}

/** "Thanks. That sounds good. I'd like to hear it." -> "I'd like to hear it." */
export function withoutReply(utterance: string): Unreplied {
  const whole = utterance.trim().replace(/\s+/g, ' ');
  let text = whole;
  for (let cut = text.replace(LEADING_REPLY, ''); cut !== text; cut = text.replace(LEADING_REPLY, ''))
    text = cut;
  if (new RegExp(`^(?:${REPLIES})[.!?]*$`, 'i').test(text)) text = '';
  if (text === whole) return { text, replied: false };
  return { text: text.charAt(0).toUpperCase() + text.slice(1), replied: true };
}

/** Whether words (without their reply) can be said without a conversation around them. */
export function standsAlone(text: string): boolean {
  return text.split(' ').length >= FEWEST_WORDS && !ANSWERS.test(text) && !CHANGES_MIND.test(text);
}

/**
 * Whether words with which the user also chooses something speak of what was chosen: "I'll take her. When am I free?"
 * In a text of one's own nothing has been offered yet.
 */
export function speaksOfChoice(text: string): boolean {
  const [first = '', next] = text.split(/(?<=[.!?])\s+/);
  const afterwards = /^(?:that|this|it|he|she|thats|its)\b/i.test(first);
  return (
    afterwards || (next !== undefined && /\b(?:this|that|he|him|she|her|there|then)\b.*[^?]$/i.test(first))
  );
}

/** Whether words go on with something, as only the first words of a conversation never do. */
export function goesOn(text: string): boolean {
  return /\b(?:also|too|as well|again|then|later|it|that one|this one|those|them|there)\b/i.test(text);
}

/** Whether words are a request to a stranger: nobody has been answered, and more is said than a name. */
export function asks(utterance: string): boolean {
  const { text, replied } = withoutReply(utterance);
  return !replied && standsAlone(text) && text.split(' ').length > FEWEST_WORDS;
}

/** Whether a text opens with a greeting, which belongs at the beginning of a joined turn only. */
export function greets(text: string): boolean {
  return /^(?:hi|hello|hey|greetings|howdy|good (?:morning|afternoon|evening|day))\b/i.test(text.trim());
}

/** Utterances as one text: each ends in a mark, so that the next one begins a sentence. */
export function joinUtterances(utterances: readonly string[]): string {
  const last = utterances.length - 1;
  return utterances
    .map((utterance, i) => {
      const text = utterance.trim().replace(/\s+/g, ' ');
      return i === last || /[.!?]["')]?$/.test(text) ? text : `${text.replace(/[,;:]$/, '')}.`;
    })
    .join(' ');
}

const CONNECTIVES = ['Also, ', 'And ', 'Besides, ', ''] as const;
/** First words that may begin in the middle of a sentence: "Can" as "can". "I" stays as it is, and so do names. */
const LOWERED =
  /^(?:can|could|would|will|do|does|is|are|please|find|search|help|let|look|get|give|show|tell|what|what's|when|where|which|how|my|there|the|it's)\b/i;

/**
 * Requests with a light connective, or none, before each but the first, drawn at random and none twice. Their words
 * stay as they are.
 */
export function withConnectives(requests: readonly string[], random: SeededRandom): string[] {
  const drawn = ['', ...random.sample(CONNECTIVES, requests.length - 1)];
  return requests.map((request, i) => {
    const text = request.trim();
    const connective = drawn[i] ?? '';
    if (connective === '' || /^(?:and|also|besides|then)\b/i.test(text)) return text;
    if (LOWERED.test(text)) return connective + text.charAt(0).toLowerCase() + text.slice(1);
    return /^I\b/.test(text) ? connective + text : text;
  });
}
