import { ownPart } from '../own-part.js';

const isDay = (text: string): boolean => {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
};

const ZONE = '(?:\\.\\d+)?(?:[Zz]|[+-]\\d{2}:?\\d{2})?';

interface Format {
  readonly form: RegExp;
  readonly says: string;
  readonly day?: true;
}

/** Formats that are checked because they are well-defined. Others are only shown. */
const FORMATS: Readonly<Record<string, Format>> = {
  date: { form: /^\d{4}-\d{2}-\d{2}$/, says: 'a date as YYYY-MM-DD', day: true },
  time: { form: new RegExp(`^\\d{2}:\\d{2}(?::\\d{2}${ZONE})?$`), says: 'a time as HH:MM' },
  'date-time': {
    form: /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}/,
    says: 'a date and time as YYYY-MM-DD HH:MM',
    day: true,
  },
  email: { form: /^[^\s@]+@[^\s@]+$/, says: 'an e-mail address' },
  uuid: { form: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i, says: 'a UUID' },
  uri: { form: /^[a-z][a-z\d+.-]*:\S+$/i, says: 'an address with its scheme, such as https://' },
  url: { form: /^[a-z][a-z\d+.-]*:\S+$/i, says: 'an address with its scheme, such as https://' },
  ipv4: { form: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/, says: 'an IPv4 address' },
};

/** The expected form if a text violates its format; undefined if it is valid or the format is not checked. */
export function formatBreach(format: string | undefined, text: string): string | undefined {
  const known = format === undefined ? undefined : ownPart(FORMATS, format);
  if (known === undefined) return undefined;
  return known.form.test(text) && (known.day === undefined || isDay(text)) ? undefined : known.says;
}

/** Hours, minutes and seconds at the start of a time, or after the day of one. */
const CLOCK = /^(?:\d{4}-\d{2}-\d{2}[Tt ])?(\d{2}):(\d{2})(?::(\d{2}))?/;

/**
 * Like {@link formatBreach}, but days and times must also exist; for edits by reviewers. Answers of models are checked
 * only for their form, as in earlier versions.
 */
export function strictFormatBreach(format: string | undefined, text: string): string | undefined {
  const says = formatBreach(format, text);
  const known = format === undefined ? undefined : ownPart(FORMATS, format);
  if (says !== undefined) return known?.form.test(text) ? `${says}, of a day that exists` : says;
  if (format !== 'time' && format !== 'date-time') return undefined;
  const [, hour = 0, minute = 0, second = 0] = (CLOCK.exec(text) ?? []).map(Number);
  return hour > 23 || minute > 59 || second > 60
    ? `${known?.says ?? ''}, of a time that exists: 00:00 to 23:59`
    : undefined;
}

const WHOLE: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
};

/** Minimum and maximum of a number format. */
export const formatRange = (format: string | undefined): readonly [number, number] | undefined =>
  format === undefined ? undefined : ownPart(WHOLE, format);

/** Maximum length of texts and patterns that are compared. */
const COMPARED = 1_000;
/** Maximum number of steps of a comparison. */
const STEPS = 3e7;

interface Comparison {
  readonly form: RegExp;
  /** Maximum length of a text for which it stays below the limit of steps. */
  readonly most: number;
}
const comparisons = new Map<string, Comparison | undefined>();
const KEPT = 10_000;

/**
 * Whether a text contains a match of a pattern. Also true if matching could take too long, because patterns come from
 * outside and texts from models.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  let comparison = comparisons.get(pattern);
  if (comparison === undefined && !comparisons.has(pattern)) {
    comparison = comparisonOf(pattern);
    if (comparisons.size < KEPT) comparisons.set(pattern, comparison);
  }
  return comparison === undefined || text.length > comparison.most || comparison.form.test(text);
}

function comparisonOf(pattern: string): Comparison | undefined {
  const repetitions = pattern.length > COMPARED ? undefined : repetitionsOf(pattern);
  const form = repetitions === undefined ? undefined : compiled(pattern);
  if (form === undefined || repetitions === undefined) return undefined;
  // In the worst case, a text of n characters takes n to the power of the repetitions.
  return { form, most: Math.min(COMPARED, Math.floor(STEPS ** (1 / Math.max(1, repetitions)))) };
}

function compiled(pattern: string): RegExp | undefined {
  // Some documents have escapes that Unicode mode forbids, others use features of only that mode.
  for (const flags of ['u', ''])
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  return undefined;
}

/**
 * Number of unbounded repetitions in a pattern. Undefined for patterns with back-references, or with nested repetitions
 * or alternatives inside a repetition, which take exponential time on some texts.
 */
function repetitionsOf(pattern: string): number | undefined {
  const plain = pattern
    .replace(/\\[pP]\{[^}]*\}|\\[^1-9k]/g, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(');
  if (plain.includes('\\')) return undefined;
  const outside: boolean[] = [];
  let repetitions = 0;
  let branches = false;
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at] ?? '';
    const many = /^(?:[*+]|\{\d*,\d*\}|\{\d{2,}\})/.test(plain.slice(at, at + 12));
    if (many) repetitions += 1;
    if (sign === '(') {
      outside.push(branches);
      branches = false;
    } else if (sign === ')') {
      const repeated = /^(?:[*+]|\{\d*,\d*\}|\{\d{2,}\})/.test(plain.slice(at + 1, at + 13));
      if (repeated && branches) return undefined;
      branches = (outside.pop() ?? false) || branches || repeated;
    } else if (many || sign === '|' || sign === '?') branches = true;
  }
  return repetitions;
}
