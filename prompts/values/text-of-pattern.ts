import type { SeededRandom } from '../../core/random.js';

const DIGITS = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const WORD = `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}_`;
const CLASSES = new Map([
  ['d', DIGITS],
  ['w', WORD],
  ['s', ' '],
]);
const ANY = `${LETTERS}${DIGITS}`;
const PRINTABLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');

/** Maximum number of characters that an unbounded repetition adds to its minimum. */
const MORE = 3;

/**
 * A text that matches a simple pattern: literals, classes, groups, alternatives and repetitions. For other patterns,
 * the text may not match.
 */
export const textOfPattern = (pattern: string, draw: SeededRandom): string => new Maker(pattern, draw).text();

class Maker {
  #at = 0;

  constructor(
    private readonly pattern: string,
    private readonly draw: SeededRandom,
  ) {}

  /** Parses alternatives up to the end of the pattern or group. */
  text(): string {
    const alternatives = [this.#sequence()];
    while (this.#take('|')) alternatives.push(this.#sequence());
    return this.draw.sample(alternatives, 1)[0] ?? '';
  }

  #take(sign: string): boolean {
    if (!this.pattern.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.pattern.length && !/[|)]/.test(this.pattern[this.#at] ?? '')) {
      const start = this.#at;
      const made = [this.#one()];
      const times = this.#times();
      const end = this.#at;
      // Each repetition is generated separately.
      while (made.length < times) {
        this.#at = start;
        made.push(this.#one());
      }
      this.#at = end;
      text += made.slice(0, times).join('');
    }
    return text;
  }

  #one(): string {
    const sign = this.pattern[this.#at++] ?? '';
    if (sign === '^' || sign === '$') return '';
    if (sign === '.') return this.#from(ANY);
    if (sign === '\\') return this.#escaped(this.pattern[this.#at++] ?? '');
    if (sign === '[') return this.#from(this.#set());
    if (sign !== '(') return sign;
    const ahead = /^\?(?:[=!]|<[=!])/.test(this.pattern.slice(this.#at));
    const name = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.pattern.slice(this.#at));
    this.#at += name?.[0].length ?? 0;
    const inside = this.text();
    this.#take(')');
    return ahead ? '' : inside;
  }

  #escaped(sign: string): string {
    if (/[bB]/.test(sign)) return '';
    if (/[pP]/.test(sign)) {
      this.#at = Math.max(this.#at, this.pattern.indexOf('}', this.#at) + 1);
      return this.#from(LETTERS);
    }
    const letters = CLASSES.get(sign);
    return letters === undefined ? sign.replace(/[DSW]/, 'x') : this.#from(letters);
  }

  #from(letters: string): string {
    return letters[this.draw.int(0, Math.max(0, letters.length - 1))] ?? '';
  }

  #set(): string {
    const not = this.#take('^');
    let letters = '';
    while (this.#at < this.pattern.length && this.pattern[this.#at] !== ']') {
      const sign = this.pattern[this.#at++] ?? '';
      if (sign === '\\') {
        const escaped = this.pattern[this.#at++] ?? '';
        letters += CLASSES.get(escaped) ?? escaped;
      } else if (/^-[^\]]/.test(this.pattern.slice(this.#at, this.#at + 2))) {
        const [from, to] = [sign, this.pattern[this.#at + 1] ?? sign].map((one) => one.charCodeAt(0));
        this.#at += 2;
        for (let code = from ?? 0; code <= (to ?? 0) && letters.length < 200; code += 1)
          letters += String.fromCharCode(code);
      } else letters += sign;
    }
    this.#at += 1;
    const excluded = letters;
    return not ? [...PRINTABLE].filter((one) => !excluded.includes(one)).join('') : letters;
  }

  #times(): number {
    const rest = this.pattern.slice(this.#at);
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(rest);
    if (found === null) return 1;
    this.#at += found[0].length;
    const [, sign, least = '', comma = '', most = ''] = found;
    if (sign === '?') return this.draw.int(0, 1);
    const from = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const to =
      sign === undefined ? (comma === '' ? from : most === '' ? from + MORE : Number(most)) : from + MORE;
    return this.draw.int(from, Math.min(to, from + MORE));
  }
}
