import type { TurnDoubt } from '../../core/dialogue.js';
import { ownPart } from '../../core/own-part.js';
import type { LabelledUtterance } from '../labelled/utterance.js';

/**
 * Slots of an intent whose values are names of works or people: "add Saffron to my playlist" does not say whether
 * Saffron is an artist or a song. By slot, the words that identify it.
 */
const NAMED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  PlayMusic: {
    album: /\b(?:album|record|lp|ep|soundtrack|sound track|theme)\b/i,
    track: /\b(?:track|song|tune|single|symphony|concerto|ballad|chant|movement)\b/i,
    playlist: /\bplaylist\b/i,
    artist: /\b(?:by|from|of|artist|band|singer|stuff|some|music|songs|tracks|albums)\b/i,
    genre: /\b(?:genre|music|some|songs|radio)\b/i,
  },
  AddToPlaylist: {
    entity_name: /\b(?:named|called|titled|song|track|tune|album)\b/i,
    artist: /\b(?:by|artist|some|from)\b|'s\b|\b(?:song|track|tune|album)\b/i,
  },
};

/** Words of table requests, some of which are in the weather file. */
const A_TABLE = /\b(?:tables?|book|reservations?|restaurant|eat)\b/i;

/** Names of the checks. */
const CHECK = 'name that may be of another slot';
const OTHER_INTENT = 'request about something else';

/** The doubt of an utterance whose words do not identify the slot of a name, or belong to another intent. */
export function doubtOf({ text, intents, slots }: LabelledUtterance): TurnDoubt | undefined {
  const [table] = intents.includes('GetWeather') ? (A_TABLE.exec(text) ?? []) : [];
  if (table !== undefined)
    return {
      check: OTHER_INTENT,
      detail: `labelled as a question about the weather, with the word "${table}"`,
    };
  const patterns = intents.flatMap((intent) => Object.entries(ownPart(NAMED, intent) ?? {}));
  for (const { name, value } of slots) {
    const pattern = patterns.find(([slot]) => slot === name)?.[1];
    // Words of the name itself do not count.
    if (pattern !== undefined && !pattern.test(text.replace(value, ' ')))
      return { check: CHECK, detail: `no word says that "${value}" is the ${name.replaceAll('_', ' ')}` };
  }
  return undefined;
}
