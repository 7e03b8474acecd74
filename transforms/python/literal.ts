import { stringToken } from './literal-strings.js';
import { PythonConstant, PythonNumber, PythonSet, PythonTuple, floatText, pythonNumber } from './text.js';
import { isHashable, pythonDict } from './values.js';
import { ownPart } from '../../core/own-part.js';

/** Limit of Python's tokenizer. */
const MAX_DEPTH = 200;
/** Python refuses longer decimal integers. */
const MAX_INTEGER_DIGITS = 4300;

const D = '[0-9](?:_?[0-9])*';
const FLOAT = new RegExp(`(?:(?:${D})?\\.${D}|${D}\\.)(?:[eE][-+]?${D})?|${D}[eE][-+]?${D}`, 'y');
const INTEGER = /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|0(?:_?0)*|[1-9](?:_?[0-9])*/y;
/** Must not follow a number or keyword. */
const WORD = /[\p{L}\p{N}_]/u;
const WORDS: readonly (readonly [string, unknown])[] = [
  ['None', null],
  ['True', true],
  ['False', false],
  ['...', new PythonConstant('Ellipsis')],
];

/**
 * `ast.literal_eval`: numbers, strings, bytes, tuples, lists, dicts, sets, booleans, None, `...`. Dicts are
 * `pythonDict`s; floats that print differently and long integers are `PythonNumber`, the rest `PythonOther`. Unlike
 * Python it refuses complex numbers and `\N{…}` escapes.
 * @throws SyntaxError for other text
 */
export function readPythonLiteral(text: string): unknown {
  return new Reader(text.replace(/^[ \t]+/, '').replace(/\r\n?/g, '\n')).document();
}

class Reader {
  #at = 0;
  #depth = 0;

  constructor(readonly text: string) {}

  document(): unknown {
    if (this.text.includes('\0')) throw this.#unexpected();
    // Leading lines without code; the first code line must then not be indented.
    const blank = /^(?:[ \t\f]*(?:#[^\n]*)?\n)+/.exec(this.text)?.[0] ?? '';
    this.#at = blank.length;
    if (blank !== '' && /[ \t]/.test(this.text.charAt(this.#at))) throw this.#unexpected();
    const values = [this.#value()];
    let commas = 0;
    this.#blanks();
    while (this.#take(',')) {
      commas++;
      this.#blanks();
      if (this.#ends()) break;
      values.push(this.#value());
      this.#blanks();
    }
    if (!this.#ends()) throw this.#unexpected();
    return commas > 0 ? new PythonTuple(values) : values[0];
  }

  /** Whether only line ends, blanks and comments remain. */
  #ends(): boolean {
    return /^(?:[ \t\f]*(?:#[^\n]*)?(?:\n|$))*$/.test(this.text.slice(this.#at));
  }

  #value(): unknown {
    this.#blanks();
    const next = this.text.charAt(this.#at);
    if (next === '[') return this.#nested(() => this.#members(']'));
    if (next === '(') return this.#nested(() => this.#tuple());
    if (next === '{') return this.#nested(() => this.#braces());
    if (next === '-' || next === '+') return this.#signed(next);
    const string = this.#strings();
    if (string !== undefined) return string;
    const number = this.#number();
    if (number !== undefined) return number;
    return this.#word();
  }

  #nested<T>(read: () => T): T {
    if (this.#depth === MAX_DEPTH) throw new SyntaxError('nested too deeply');
    this.#depth++;
    this.#at++;
    const value = read();
    // After the bracket, a line end terminates the expression.
    this.#depth--;
    return value;
  }

  #members(close: string, commaSeen: () => void = () => undefined): unknown[] {
    const values: unknown[] = [];
    for (;;) {
      this.#blanks();
      if (this.#take(close)) return values;
      values.push(this.#value());
      this.#blanks();
      if (this.#take(',')) commaSeen();
      else if (this.text.charAt(this.#at) !== close) throw this.#unexpected();
    }
  }

  /** `(1)` is 1, `(1,)` a tuple. */
  #tuple(): unknown {
    let commas = 0;
    const values = this.#members(')', () => commas++);
    return values.length === 1 && commas === 0 ? values[0] : new PythonTuple(values);
  }

  #braces(): unknown {
    this.#blanks();
    if (this.#take('}')) return {};
    const first = this.#hashable();
    this.#blanks();
    if (this.text.charAt(this.#at) !== ':') return this.#set(first);
    const members: [unknown, unknown][] = [];
    let key = first;
    for (;;) {
      if (!this.#take(':')) throw this.#unexpected();
      members.push([key, this.#value()]);
      this.#blanks();
      const more = this.#take(',');
      this.#blanks();
      if (this.#take('}')) return pythonDict(members);
      if (!more) throw this.#unexpected();
      key = this.#hashable();
      this.#blanks();
    }
  }

  #set(first: unknown): PythonSet {
    const more = this.#take(',');
    if (!more && !this.#take('}')) throw this.#unexpected();
    const rest = more ? this.#members('}') : [];
    if (!rest.every(isHashable)) throw new SyntaxError('not hashable');
    const distinct = pythonDict([first, ...rest].map((item) => [item, null] as const));
    return new PythonSet(distinct instanceof Map ? [...distinct.keys()] : Object.keys(distinct));
  }

  #hashable(): unknown {
    const value = this.#value();
    if (!isHashable(value)) throw new SyntaxError('not hashable');
    return value;
  }

  #signed(sign: string): unknown {
    this.#at++;
    // `--1` is an expression, not a literal.
    if (/^[\s(\\]*[-+]/.test(this.text.slice(this.#at))) throw this.#unexpected();
    const value = this.#value();
    if (typeof value !== 'number' && !(value instanceof PythonNumber)) throw this.#unexpected();
    if (sign === '+') return value;
    if (typeof value === 'number') return value === 0 ? 0 : -value;
    return new PythonNumber(`-${value.text}`, -value.value);
  }

  /** One string, or several adjacent ones concatenated. */
  #strings(): unknown {
    let text: string | undefined;
    let bytes: boolean | undefined;
    for (;;) {
      const before = this.#at;
      this.#blanks();
      const token = stringToken(this.text, this.#at);
      if (token === undefined) {
        if (text === undefined) return undefined;
        this.#at = before;
        return bytes === true ? new PythonConstant(bytesRepr(text)) : text;
      }
      if (bytes !== undefined && bytes !== token.bytes) throw this.#unexpected();
      bytes = token.bytes;
      text = (text ?? '') + token.value;
      this.#at = token.end;
    }
  }

  #number(): unknown {
    const float = this.#match(FLOAT);
    const literal = float ?? this.#match(INTEGER);
    if (literal === undefined) return undefined;
    if (WORD.test(this.text.charAt(this.#at))) throw this.#unexpected();
    const digits = literal.replaceAll('_', '');
    if (float !== undefined) {
      const value = Number(digits);
      const text = floatText(value);
      return text === String(value) ? value : new PythonNumber(text, value);
    }
    if (digits.length > MAX_INTEGER_DIGITS && /^[0-9]+$/.test(digits))
      throw new SyntaxError('too many digits');
    return pythonNumber(BigInt(digits).toString());
  }

  #word(): unknown {
    if (this.text.startsWith('set', this.#at)) {
      const call = /set[ \t\f]*\([ \t\f]*\)/y;
      if (this.#match(call) !== undefined) return new PythonSet([]);
    }
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.#at));
    if (word === undefined) throw this.#unexpected();
    this.#at += word[0].length;
    if (word[0] !== '...' && WORD.test(this.text.charAt(this.#at))) throw this.#unexpected();
    return word[1];
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #take(mark: string): boolean {
    if (this.text.charAt(this.#at) !== mark) return false;
    this.#at++;
    return true;
  }

  /** Inside brackets, line ends and comments are blanks. */
  #blanks(): void {
    this.#match(this.#depth > 0 ? /(?:[ \t\f\n]|\\\n|#[^\n]*)*/y : /(?:[ \t\f]|\\\n)*/y);
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`no Python literal at character ${this.#at}`);
  }
}

/** `repr` of bytes, given as characters 0 to 255. */
function bytesRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const short: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  const written = text.replace(/[\\'"]|[^ -~]/g, (one) => {
    if (one === "'" || one === '"') return one === quote ? `\\${one}` : one;
    return ownPart(short, one) ?? `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `b${quote}${written}${quote}`;
}
