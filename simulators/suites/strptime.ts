const TIME = /^(2[0-3]|[01][0-9]|[0-9]):([0-5][0-9]|[0-9]):(6[01]|[0-5][0-9]|[0-9])/;
const DATE_TIME =
  /^([0-9]{4})-(1[0-2]|0[1-9]|[1-9])-(3[01]|[12][0-9]|0[1-9]|[1-9]| [1-9])\s+(2[0-3]|[01][0-9]|[0-9]):([0-5][0-9]|[0-9]):(6[01]|[0-5][0-9]|[0-9])/;

/** An error in Python's words, for a value that does not fit a format. */
export class TimeError extends Error {
  override readonly name = 'TimeError';
}

/** Python's `repr` of a text. */
export function pythonRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const named: ReadonlyMap<string, string> = new Map([
    ['\n', '\\n'],
    ['\r', '\\r'],
    ['\t', '\\t'],
    ['\\', '\\\\'],
    [quote, `\\${quote}`],
  ]);
  const escaped = text.replaceAll(/[\\'"\p{Cc}]/gu, (character) => {
    const known = named.get(character);
    if (known !== undefined) return known;
    if (character === '"' || character === "'") return character;
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `${quote}${escaped}${quote}`;
}

const partsOf = (text: string, pattern: RegExp, format: string): readonly number[] => {
  const match = pattern.exec(text);
  if (match === null)
    throw new TimeError(`time data ${pythonRepr(text)} does not match format ${pythonRepr(format)}`);
  if (match[0].length < text.length)
    throw new TimeError(`unconverted data remains: ${text.slice(match[0].length)}`);
  return match.slice(1).map(Number);
};

const checkSecond = (second: number): void => {
  if (second > 59) throw new TimeError('second must be in 0..59');
};

/**
 * `strptime(text, '%H:%M:%S')`: fields of one or two digits.
 * @returns seconds since midnight
 * @throws TimeError
 */
export function parseTime(text: string): number {
  const [hour = 0, minute = 0, second = 0] = partsOf(text, TIME, '%H:%M:%S');
  checkSecond(second);
  return (hour * 60 + minute) * 60 + second;
}

/**
 * `strptime(text, '%Y-%m-%d %H:%M:%S')`: all fields except the year have one or two digits.
 * @returns milliseconds since 1970, as if in UTC
 * @throws TimeError
 */
export function parseDateTime(text: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = partsOf(
    text,
    DATE_TIME,
    '%Y-%m-%d %H:%M:%S',
  );
  if (year === 0) throw new TimeError('year 0 is out of range');
  const date = new Date(0);
  // `Date.UTC` maps years below 100 to 19xx.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) throw new TimeError('day is out of range for month');
  checkSecond(second);
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

const two = (number: number): string => String(number).padStart(2, '0');

/** `YYYY-MM-DD` of a moment of `parseDateTime`. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** `YYYY-MM-DD HH:MM:SS` of a moment of `parseDateTime`. */
export const timestampOf = (moment: number): string =>
  `${dayOf(moment)} ${new Date(moment).toISOString().slice(11, 19)}`;

/** `HH:MM:SS` from an integer number of seconds since midnight. */
export const clockOf = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');

/** One day in milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;
