import { PythonNumber, pythonNumber } from './text.js';

/** Python gives up on nesting at about its recursion limit; no prediction that could be right comes near. */
const MAX_DEPTH = 900;

/** Python refuses to read integers of more digits. */
const MAX_INTEGER_DIGITS = 4300;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;

/** What Python reads beyond numbers and strings: JSON's words and three that JSON does not have. */
const WORDS: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', new PythonNumber('nan', NaN)],
  ['Infinity', new PythonNumber('inf', Infinity)],
  ['-Infinity', new PythonNumber('-inf', -Infinity)],
];

/**
 * `json.loads` for the text of an object (formats/mtu-bench.md 3.1e, 3.2e): unlike `JSON.parse` it tells
 * `1` from `1.0`, keeps long integers and takes `NaN` and `Infinity`. A repeated key keeps its last value.
 * @throws SyntaxError for any other text, also for JSON that is not an object.
 */
export function readPythonJsonObject(text: string): Record<string, unknown> {
  const value = readPythonJson(text, Object.fromEntries);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof PythonNumber) {
    throw new SyntaxError('not an object');
  }
  return value as Record<string, unknown>;
}

/**
 * `json.loads` for any value, as `readPythonJsonObject` reads an object.
 * @param object what becomes of an object's members, keys repeated as they stand
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

  /** Finds the closing quote; what lies between (escapes, control characters) is read as `JSON.parse` does. */
  #string(): string {
    if (this.text.charAt(this.#at) !== '"') throw this.#unexpected();
    let end = this.#at + 1;
    while (end < this.text.length && this.text.charAt(end) !== '"')
      end += this.text.charAt(end) === '\\' ? 2 : 1;
    const value = JSON.parse(this.text.slice(this.#at, end + 1)) as string;
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
