import { textsIn, type JsonValue } from '../../core/canonical.js';
import { ownPart } from '../../core/own-part.js';
import type { ToolDocument } from '../../core/tool.js';

/**
 * Whether a reader could write a gold value from what the prompt shows: the words of the conversation, values that the
 * document lists, its default, or a date, time, number or yes and no in another form.
 */
export function isGrounded(
  value: JsonValue,
  parameter: string,
  document: ToolDocument | undefined,
  visible: string,
): boolean {
  const known = ownPart(document?.parameters, parameter);
  const listed = [...(known?.values ?? []), ...(known?.typical ?? [])].map(plain);
  return textsIn(value).every((text) => {
    if (text === ownPart(document?.optional, parameter) || listed.includes(plain(text))) return true;
    // A reference to another call's result is checked by its tool.
    if (/^\w+\.\w+$/.test(text)) return true;
    return (
      inOtherForm(text, visible) ||
      ` ${plain(visible)} `.includes(` ${plain(text)} `) ||
      glued(visible).includes(glued(text))
    );
  });
}

/** Lower-case words between single blanks, without articles and the marks of plural and genitive. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['\u2019]s\b|['\u2019]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => !['the', 'a', 'an'].includes(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .join(' ');

const glued = (text: string): string => plain(text).replaceAll(' ', '');

const DAY_WORDS =
  /\b(?:today|tonight|tomorrow|now|after|next|this|later|weekend|week|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|\d{1,2}(?:st|nd|rd|th)?)\b/i;
const TIME_WORDS = /\b(?:noon|midnight|morning|afternoon|evening|night|now|o'?clock|half|quarter|am|pm)\b/i;
const NUMBER_WORDS: Readonly<Record<string, RegExp>> = {
  1: /\b(?:1|one|a|an|single|only|just|me|myself|i|alone|solo|my)\b/i,
  2: /\b(?:2|two|couple|both|us|pair|and i|and me|second|plus one)\b/i,
  3: /\b(?:3|three|third)\b/i,
  4: /\b(?:4|four|fourth)\b/i,
  5: /\b(?:5|five)\b/i,
  6: /\b(?:6|six)\b/i,
  7: /\b(?:7|seven|week)\b/i,
  8: /\b(?:8|eight)\b/i,
  9: /\b(?:9|nine)\b/i,
  10: /\b(?:10|ten)\b/i,
};

function inOtherForm(text: string, visible: string): boolean {
  if (/^(?:true|false|yes|no)$/i.test(text)) return true;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return DAY_WORDS.test(visible);
  const [, hour = ''] = /^(\d{2}):\d{2}$/.exec(text) ?? [];
  if (hour !== '') {
    const hours = [Number(hour), ((Number(hour) + 11) % 12) + 1];
    return (
      TIME_WORDS.test(visible) ||
      hours.some(
        (one) =>
          new RegExp(`\\b0?${one}\\b|\\b0?${one}[:.]?\\d{2}|${one}\\s?[ap]`, 'i').test(visible) ||
          (ownPart(NUMBER_WORDS, String(one))?.test(visible) ?? false),
      )
    );
  }
  return (
    /^\d{1,2}$/.test(text) &&
    (ownPart(NUMBER_WORDS, text)?.test(visible) ?? new RegExp(`\\b${text}\\b`).test(visible))
  );
}
