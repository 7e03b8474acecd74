import { snakeName } from '../../core/facts.js';

const ID_NAME = /(?:^|_)(?:ids?|uuid|guid|isbn|issn|sku|slug|ref)$/;

/** Whether a field or parameter has the name of an identifier: `bookId`, `isbn`. */
export const isIdName = (name: string): boolean => ID_NAME.test(snakeName(name));

const TOKEN = /[A-Za-z0-9](?:[A-Za-z0-9_./-]*[A-Za-z0-9])?/g;
/** Combinations of letters and digits that do not identify data. */
const PLAIN: readonly RegExp[] = [
  /^\d+(?:st|nd|rd|th|s)$/i,
  // 3pm, 20kg, 1.5l
  /^\d+(?:\.\d+)?(?:am|pm|[a-z]{1,2}|min|mins|hrs|mph|fps|kwh|gbp|eur|usd)$/i,
  // 2026-05-10, 10/12, 9-17, 1.5, optionally with a time
  /^\d+(?:[-/.:]\d+)*(?:T[\d.]+Z?)?$/,
  // 3-day, 24-hour-long, mid-2024, COVID-19
  /^\d{1,4}(?:-[a-z]+)+$/i,
  /^[a-z]{3,}-\d{1,2}$/i,
  /^[a-z]+-(?:19|20)\d{2}s?$/i,
  // MP3, A4, B2B, H2O
  /^[A-Za-z0-9]{1,4}$/,
  // example.org/a1, a.b@c is no token
  /\.[a-z]{2,}(?:\/|$)/i,
];
/** A token after `id`, `#` and the like. */
const NAMED = /(?:\bids?\b|\bISBN\b|编号)\s*(?:is|no\.?|[:#=：为是])?\s*["“'‘]?([A-Za-z0-9][\w.-]*)/gi;
/** A whole number with this many digits is not an amount. */
const LONG_NUMBER = /(?<![\d+.,-])(?<!\+[\d ]*)[1-9]\d{5,}(?![\d.,]*\d)/g;

/** Values in a text that look like identifiers of the data behind tools: `b-12`, `LN0042`. */
export function identifiersIn(text: string): string[] {
  const tokens = (text.replace(/\S+@\S+/g, ' ').match(TOKEN) ?? []).filter(
    (token) => /\d/.test(token) && /[A-Za-z]/.test(token) && !PLAIN.some((pattern) => pattern.test(token)),
  );
  const named = [...text.matchAll(NAMED)].flatMap(([, value = '']) =>
    /\d/.test(value) ? [value.replace(/[.-]+$/, '')] : [],
  );
  return [...new Set([...tokens, ...named, ...(text.match(LONG_NUMBER) ?? [])])];
}
