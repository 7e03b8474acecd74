import { MAX_INTEGER_DIGITS, PythonNumber, pythonNumber } from './text.js';
import { isJsonObject, objectFrom, parseJson } from '../../core/json.js';

/** About Python's recursion limit; no correct prediction is nested that deep. */
const MAX_DEPTH = 900;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;

/** JSON's keywords and Python's three additional ones. */
const WORDS: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', new PythonNumber('nan', NaN)],
  ['Infinity', new PythonNumber('inf', Infinity)],
  ['-Infinity', new PythonNumber('-inf', -Infinity)],
];

/**
 * `json.loads` for an object (formats/mtu-bench.md 3.1e, 3.2e): unlike `JSON.parse` it distinguishes `1` from `1.0`,
 * keeps long integers and accepts `NaN` and `Infinity`. The last value of a repeated key wins.
 * @throws SyntaxError for other text, also for JSON that is not an object
 */
export function readPythonJsonObject(text: string): Record<string, unknown> {
  const value = readPythonJson(text, objectFrom);
  if (!isJsonObject(value) || value instanceof PythonNumber) {
    throw new SyntaxError('not an object');
  }
  return value;
}

/**
 * `json.loads` for any value; see `readPythonJsonObject`.
 * @param object builds an object from its members, including repeated keys
 * @throws SyntaxError
 */
export function readPythonJson(
  text: string,
  object: (entries: readonly (readonly [string, unknown])[]) => unknown,
): unknown {
  return new Reader(text, object).document();
}

class Reader {
  #at = 0;
  #depth = 0;

  constructor(
    readonly text: string,
    readonly object: (entries: readonly (readonly [string, unknown])[]) => unknown,
  ) {}

  document(): unknown {
    const value = this.#value();
    if (this.#at < this.text.length) throw this.#unexpected();
    return value;
  }

  #value(): unknown {
    this.#skipBlanks();
    const value = this.#bareValue();
    this.#skipBlanks();
    return value;
  }

  #bareValue(): unknown {
    const next = this.text.charAt(this.#at);
    if (next === '{') return this.#nested(() => this.#object());
    if (next === '[') return this.#nested(() => this.#array());
    if (next === '"') return this.#string();
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.#at));
    if (word !== undefined) {
      this.#at += word[0].length;
      return word[1];
    }
    return this.#number();
  }

  #nested<T>(read: () => T): T {
    if (this.#depth === MAX_DEPTH) throw new SyntaxError('nested too deeply');
    this.#depth += 1;
    this.#at += 1;
    this.#skipBlanks();
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): unknown {
    const entries: [string, unknown][] = [];
    if (this.#take('}')) return this.object([]);
    do {
      this.#skipBlanks();
      const key = this.#string();
      this.#skipBlanks();
      if (!this.#take(':')) throw this.#unexpected();
      entries.push([key, this.#value()]);
    } while (this.#take(','));
    if (!this.#take('}')) throw this.#unexpected();
    return this.object(entries);
  }

  #array(): unknown[] {
    const values: unknown[] = [];
    if (this.#take(']')) return values;
    do values.push(this.#value());
    while (this.#take(','));
    if (!this.#take(']')) throw this.#unexpected();
    return values;
  }

  /** Finds the closing quote; `JSON.parse` reads the content. */
  #string(): string {
    if (this.text.charAt(this.#at) !== '"') throw this.#unexpected();
    let end = this.#at + 1;
    while (end < this.text.length && this.text.charAt(end) !== '"')
      end += this.text.charAt(end) === '\\' ? 2 : 1;
    const value = parseJson(this.text.slice(this.#at, end + 1)) as string;
    this.#at = end + 1;
    return value;
  }

  #number(): number | PythonNumber {
    NUMBER.lastIndex = this.#at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) throw this.#unexpected();
    if (/^-?[0-9]+$/.test(literal) && literal.replace('-', '').length > MAX_INTEGER_DIGITS) {
      throw new SyntaxError('too many digits');
    }
    this.#at += literal.length;
    return pythonNumber(literal);
  }

  #take(mark: string): boolean {
    if (this.text.charAt(this.#at) !== mark) return false;
    this.#at += 1;
    return true;
  }

  #skipBlanks(): void {
    while (' \t\n\r'.includes(this.text.charAt(this.#at)) && this.#at < this.text.length) this.#at += 1;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`not JSON at character ${this.#at}`);
  }
}
