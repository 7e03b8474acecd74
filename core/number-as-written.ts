/**
 * A JSON number that a double does not give back as it was written: `9007199254740993`, `12.50`, `1e3`, `-0`. Read by
 * `parseJson`, written by `writeJson` and `canonicalJson` digit by digit.
 */
export class NumberAsWritten {
  /** @param text a JSON number, as in the document */
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }

  /** For `withDigits`; a plain `JSON.stringify` gets the digits as a string rather than another number. */
  toJSON(): string {
    return writing === undefined
      ? this.text
      : `${writing.mark}${writing.texts.push(this.text) - 1}${writing.mark}`;
  }
}

/** A number of a JSON document. */
export type JsonNumber = number | NumberAsWritten;

/** Whether a value is a number, with or without digits of its own. */
export const isNumber = (value: unknown): value is JsonNumber =>
  typeof value === 'number' || value instanceof NumberAsWritten;

/** The JSON text of a number. */
export const numberText = (value: JsonNumber): string =>
  typeof value === 'number' ? JSON.stringify(value) : value.text;

/** The nearest double, for calculations whose result is no number of the document. */
export const doubleOf = (value: JsonNumber): number =>
  typeof value === 'number' ? value : Number(value.text);

/** A number from its JSON text: a double where that has the same text. */
export const numberOf = (text: string): JsonNumber => {
  const double = Number(text);
  return String(double) === text ? double : new NumberAsWritten(text);
};

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The number that a person or a model typed, with all its digits; of another form than JSON's (`.5`), its double. */
export function typedNumber(text: string): JsonNumber | undefined {
  const typed = text.trim();
  if (JSON_NUMBER.test(typed)) return numberOf(typed);
  const double = Number(typed);
  return typed === '' || !Number.isFinite(double) ? undefined : double;
}

/** Notations of a number in a text: JSON's, and without a zero before the point. `007` is an id, `1,200` is not clear. */
const PLAIN_NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a text is, exactly: `12.50`, `.5`, `1e3`; undefined for another text, also for `007`. */
export function numberIn(text: string): JsonNumber | undefined {
  const plain = text.trim();
  return PLAIN_NUMBER.test(plain) ? numberOf(plain.replace(/^(-?)\./, '$10.')) : undefined;
}

/** Whether a text is this number in any notation: `12.50` and `1.25e1` are 12.5. */
export const isNumberText = (text: string, value: JsonNumber): boolean => sameLeaf(numberIn(text), value);

/** Digits without leading and trailing zeros, and the power of ten of the last: `-12.50` is `-`, `125`, -1. */
interface Decimal {
  readonly sign: '' | '-';
  readonly digits: string;
  readonly power: bigint;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

function decimalOf(text: string): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return { sign: '', digits: '0', power: 0n };
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length - digits.length);
  return { sign: sign === '-' ? '-' : '', digits, power };
}

/** A text that equal numbers share: `12.5`, `12.50` and `1.25e1` are 12.5. Exact for any number of digits. */
export function numberKey(value: JsonNumber): string {
  const text = numberText(value);
  const { sign, digits, power } = decimalOf(text);
  const exact = `${sign}${digits}e${power}`;
  const double = Number(text);
  // The text of a double where it says the same number, so that values of both kinds are equal.
  if (!Number.isFinite(double)) return exact;
  const nearest = decimalOf(String(double));
  return `${nearest.sign}${nearest.digits}e${nearest.power}` === exact ? String(double + 0) : exact;
}

/** Whether two values are the same text, boolean or number; numbers by value. */
export const sameLeaf = (a: unknown, b: unknown): boolean =>
  a === b ||
  (isNumber(a) &&
    isNumber(b) &&
    (a instanceof NumberAsWritten || b instanceof NumberAsWritten) &&
    numberKey(a) === numberKey(b));

/** Whether a number has no fraction: `3`, `3.0`, `1e3`. */
export const isWhole = (value: JsonNumber): boolean =>
  typeof value === 'number' ? Number.isInteger(value) : decimalOf(value.text).power >= 0n;

/** Compares by value, exactly. @returns negative, 0 or positive, as for `sort` */
export function compareNumbers(a: JsonNumber, b: JsonNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [decimalOf(numberText(a)), decimalOf(numberText(b))];
  const signs = signOf(left) - signOf(right);
  if (signs !== 0) return signs;
  const sign = signOf(left);
  const lengths = BigInt(left.digits.length) + left.power - BigInt(right.digits.length) - right.power;
  if (lengths !== 0n) return lengths > 0n ? sign : -sign;
  const width = Math.max(left.digits.length, right.digits.length);
  const [x, y] = [left.digits.padEnd(width, '0'), right.digits.padEnd(width, '0')];
  return x === y ? 0 : x > y ? sign : -sign;
}

/** The remainder of 10 to this power, without calculating the power: `1e999` is a number that people can write. */
function powerOfTen(power: bigint, modulus: bigint): bigint {
  let [result, base, left] = [1n % modulus, 10n % modulus, power];
  for (; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}

/** Tolerance for decimal fractions that were calculated, so that 0.3 is a multiple of 0.1. */
const ROUNDING = 1e-9;

/** Whether a number is a multiple of a positive one. */
export function isMultiple(value: JsonNumber, of: JsonNumber): boolean {
  const [a, b] = [decimalOf(numberText(value)), decimalOf(numberText(of))];
  const apart = a.power - b.power;
  const right = BigInt(b.digits);
  // Digits do not end in zeros, so a number with more decimals than the other is no multiple of it.
  const exact =
    a.digits === '0' || (apart >= 0n && (BigInt(a.digits) * powerOfTen(apart, right)) % right === 0n);
  if (exact || value instanceof NumberAsWritten) return exact;
  const times = doubleOf(value) / doubleOf(of);
  return Math.abs(times - Math.round(times)) <= ROUNDING * Math.max(1, Math.abs(times));
}

const signOf = ({ sign, digits }: Decimal): number => (digits === '0' ? 0 : sign === '-' ? -1 : 1);

/** Where `toJSON` puts texts while `withDigits` runs. */
let writing: { readonly mark: string; readonly texts: string[] } | undefined;

/** A noncharacter, which texts seldom have; `withDigits` makes the mark longer if one has it. */
const MARK = '\ufdd0';

/**
 * Runs a JSON writer that calls `toJSON` and puts the digits of numbers into its text. A text without such numbers is
 * returned as it is.
 * @param form the text of a number, `as written` unless given
 */
export function withDigits(write: () => string, form: (text: string) => string = (text) => text): string {
  for (let mark = MARK; ; mark += MARK) {
    const outer = writing;
    const texts: string[] = [];
    writing = { mark, texts };
    let json: string;
    try {
      json = write();
    } finally {
      writing = outer;
    }
    if (texts.length === 0) return json;
    const marked = new RegExp(`"${mark}(\\d+)${mark}"`, 'g');
    // More marks than numbers: a string of the value has the mark.
    if (json.match(marked)?.length !== texts.length) continue;
    return json.replace(marked, (_, at: string) => form(texts[Number(at)] ?? ''));
  }
}
