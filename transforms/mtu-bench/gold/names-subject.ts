import type { ToolDocument } from '../../../core/tool.js';
import { comparableWords } from '../splitting/shingles.js';

/** Words that occur in any tool, so that they do not name a subject. */
const GENERAL = new Set(
  `a an and are at by date for from get find given give has have in into its list location look lookup make number of on
  or other search set some someone something that the their them time to type user users with add book buy check city
  name people reserve show available specific based certain using want check details new per place request`.split(
    /\s+/,
  ),
);

/**
 * Other words that users have for a subject. The pattern on the left matches a tool's id or description, the one on the
 * right the user's words.
 */
const OTHER_WORDS: readonly (readonly [tool: RegExp, said: RegExp])[] = [
  [
    /restaurant/i,
    /\b(?:eat|eatery|food|din(?:e|ing|ner)|lunch|breakfast|brunch|supper|table|cuisine|hungry|cafe|diner|bar|pub)\b/i,
  ],
  [
    /hotel|house|inn\b|lodging/i,
    /\b(?:stay|staying|room|rooms|lodging|accommodations?|airbnb|rental|check in)\b/i,
  ],
  [/movie|media|film/i, /\b(?:films?|movies?|watch|cinemas?|theat(?:er|re)s?|flicks?|showing|playing)\b/i],
  [/music|song/i, /\b(?:songs?|music|listen|hear|albums?|artists?|tracks?|tunes?|sing|band)\b/i],
  [/ride|taxi|cab/i, /\b(?:rides?|cabs?|taxis?|uber|lyft|pick(?:ed)? (?:me )?up|car)\b/i],
  [
    /weather/i,
    /\b(?:weather|rain\w*|temperature|forecast|sunny|cold|hot|warm|chilly|snow\w*|wind\w*|humid\w*|climate|umbrella|precipitation)\b/i,
  ],
  [/flight|airline/i, /\b(?:flights?|fly|flying|flies|planes?|airlines?|airfare|one way|round ?trip)\b/i],
  [/train|railway/i, /\b(?:trains?|rail\w*)\b/i],
  [/bus/i, /\b(?:bus|buses|coach)\b/i],
  [/bank/i, /\b(?:balance|transfer|send|money|accounts?|savings|checking|dollars|\$\s?\d)/i],
  [
    /dentist|doctor|stylist|salon|therap|psych|service|provider/i,
    /\b(?:dentists?|doctors?|dermatologists?|gynecologists?|hair\w*|salons?|stylists?|beautician|unisex|therap\w*|psych\w*|counsel\w*|family counselor|ophthal\w*|ent|allerg\w*|physicians?|general practitioner|medical|appointment)\b/i,
  ],
  [
    /attraction|travel/i,
    /\b(?:attractions?|places? to (?:see|visit|go)|things to (?:do|see)|sights?|sightseeing|tourist\w*|museums?|parks?|landmarks?|visit|fun)\b/i,
  ],
  [/event/i, /\b(?:events?|concerts?|games?|match|shows?|tickets?|performances?|plays?|sports?|gigs?)\b/i],
  [/calendar/i, /\b(?:calendar|schedule|free|available|events?|appointments?|busy|agenda|meeting)\b/i],
  [
    /apartment|homes?/i,
    /\b(?:apartments?|homes?|house|property|rent|lease|flat|place to live|condo|unit|tour|visit)\b/i,
  ],
  [/car\b|rental/i, /\b(?:cars?|vehicles?|sedan|suv|compact|hatchback|rent(?:al)?)\b/i],
  [/\brate\b|rating/i, /\b(?:stars?|points?|scores?|ratings?|(?:out )?of (?:6|six))\b/i],
  [/alarm/i, /\balarms?\b|\bwake\b/i],
  [/message/i, /\b(?:messag\w*|text|send|share)\b/i],
  [/payment/i, /\b(?:pay\w*|send|request\w*|money|transfer|charge)\b/i],
];

const stem = (word: string): string => word.replace(/(?:ing|ies|es|ed|s|y|e)$/, '').slice(0, 6);

const wordsOf = (text: string): string[] =>
  comparableWords(text.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ')).filter(
    (word) => word.length > 2 && !GENERAL.has(word) && !/^\d+$/.test(word),
  );

/**
 * Whether a text names a tool's subject: by a word of its name, service or description, or by another word for it. In a
 * dialogue the subject may have been named earlier; a single request has to name it.
 */
export function namesSubject(text: string, { id, service, name, description }: ToolDocument): boolean {
  const about = new Set([service, name, description].flatMap(wordsOf).map(stem));
  if (wordsOf(text).some((word) => about.has(stem(word)))) return true;
  return OTHER_WORDS.some(([tool, said]) => (tool.test(id) || tool.test(description)) && said.test(text));
}

/**
 * Whether a text has a "there" that refers to a place, unlike "there is": a single request does not say which place.
 */
export const refersToAPlace = (text: string): boolean =>
  /\bthere\b(?! (?:is|are|was|were|be|will|any|has|have|'s)\b)(?!'s)/i.test(
    text.replace(/\b(?:is|are|was|were|will|if) there\b/gi, ' '),
  );
