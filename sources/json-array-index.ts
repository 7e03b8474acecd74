import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { BenchwrightError } from '../core/errors/benchwright-error.js';

/** Where the records of a file lie. Arrays are aligned; offsets and lengths in bytes, lines from 1. */
export interface RecordIndex {
  readonly offsets: readonly number[];
  readonly lengths: readonly number[];
  readonly lines: readonly number[];
  readonly bytes: number;
  readonly sha256: string;
}

/** What encloses the records. */
interface JsonForm {
  readonly open: number;
  readonly close: number;
  readonly shown: string;
  /** Whether it is the one value of an object: `{"key": [ … ]}`. */
  readonly wrapped?: true;
}

const CHUNK_BYTES = 1 << 20;
const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a];
const [COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d];
const COLON = 0x3a;
const ARRAY: JsonForm = { open: OPEN_ARRAY, close: CLOSE_ARRAY, shown: 'a list of records: [ … ]' };
const WRAPPED: JsonForm = { ...ARRAY, shown: 'one list of records: { "key": [ … ] }', wrapped: true };
const OBJECT: JsonForm = { open: OPEN_OBJECT, close: CLOSE_OBJECT, shown: 'records by id: { "id": …, … }' };
/** 0: nothing, 1: a line's end, 2: structure. One look-up a byte keeps the scan near the disk's speed. */
const MEANING = new Uint8Array(256);
MEANING[NEWLINE] = 1;
for (const byte of [QUOTE, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT]) MEANING[byte] = 2;
const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;

/**
 * Finds the elements of a JSON array without parsing them, in flat memory at any file size, and the file's digest.
 * Knowing the places lets work be cut into slices, restarted at any record, and lets one broken record be set
 * aside alone with its line; streaming JSON parsers measured here were slower and lose the rest of the file
 * at the first fault (docs/decisions.md, D2).
 *
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_A_CORPUS (not an array), SOURCE_TRUNCATED (the file ends inside the array)
 */
export const indexJsonArray = (file: string, shownPath: string): Promise<RecordIndex> =>
  indexJson(file, shownPath, ARRAY);

/** The same for a JSON object, whose entries (`"id": {…}`) are its elements. @throws as `indexJsonArray` */
export const indexJsonObject = (file: string, shownPath: string): Promise<RecordIndex> =>
  indexJson(file, shownPath, OBJECT);

/** The same for an array that is the one value of an object: `{"key": [ … ]}`. @throws as `indexJsonArray` */
export const indexWrappedArray = (file: string, shownPath: string): Promise<RecordIndex> =>
  indexJson(file, shownPath, WRAPPED);

async function indexJson(file: string, shownPath: string, form: JsonForm): Promise<RecordIndex> {
  try {
    return await scanFile(file, new JsonScan(shownPath, form, false));
  } catch (error) {
    if (!BenchwrightError.is(error) || error.code !== 'SOURCE_TRUNCATED') throw error;
    // One lost quote turns the rest of a file inside out. A JSON string holds no raw line break: taking a break for
    // the string's end keeps the fault inside its record. When that does not help either, the file is cut off.
    return scanFile(file, new JsonScan(shownPath, form, true)).catch(() => {
      throw error;
    });
  }
}

async function scanFile(file: string, scan: JsonScan): Promise<RecordIndex> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
      const bytes = chunk as Buffer;
      hash.update(bytes);
      scan.push(bytes);
    }
  } catch (error) {
    throw BenchwrightError.is(error) ? error : unreadable(error, scan.shownPath);
  }
  scan.end();
  return {
    offsets: scan.offsets,
    lengths: scan.lengths,
    lines: scan.lines,
    bytes: scan.position,
    sha256: hash.digest('hex'),
  };
}

/** The error for a source file that the system would not read. */
export function unreadable(error: unknown, where: string): BenchwrightError {
  const found = error instanceof Error ? error.message : String(error);
  return new BenchwrightError(
    'SOURCE_UNREADABLE',
    {
      expected: 'a file that can be read',
      found,
      where,
      next: 'Check the path and the permissions, then run the command again.',
    },
    { cause: error },
  );
}

/** The scan's state between chunks. */
class JsonScan {
  readonly offsets: number[] = [];
  readonly lengths: number[] = [];
  readonly lines: number[] = [];
  position = 0;
  #state: 'before' | 'between' | 'element' | 'after' = 'before';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Of a form that is wrapped: whether its object has begun, and ended. */
  #wrapping: 'before' | 'in' | 'after' = 'before';
  #line = 1;
  #start = 0;
  #startLine = 1;

  /** @param lineBreakEndsString for files with a lost quote */
  constructor(
    readonly shownPath: string,
    private readonly form: JsonForm,
    private readonly lineBreakEndsString: boolean,
  ) {}

  push(chunk: Buffer): void {
    let i = 0;
    while (i < chunk.length) {
      if (this.#inString) i = this.#skipString(chunk, i);
      else if (this.#state === 'element') i = this.#skipOrdinary(chunk, i);
      if (i >= chunk.length) break;
      const byte = chunk[i] as number;
      if (byte === NEWLINE) this.#line++;
      if (this.#inString) this.#inString = false;
      else if (this.#state === 'element') this.#inElement(byte, this.position + i);
      else if (!isSpace(byte)) this.#outside(byte, this.position + i);
      i++;
    }
    this.position += chunk.length;
  }

  /** The index of the quote (or line break) that ends the string, or the chunk's length. */
  #skipString(chunk: Buffer, from: number): number {
    let i = from;
    if (this.#escaped && i < chunk.length) {
      this.#escaped = false;
      i++;
    }
    for (; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === QUOTE) return i;
      if (byte === NEWLINE) {
        if (this.lineBreakEndsString) return i;
        this.#line++;
      } else if (byte === BACKSLASH && ++i >= chunk.length) this.#escaped = true;
    }
    return chunk.length;
  }

  /** The index of the next byte that means something inside an element, counting lines on the way. */
  #skipOrdinary(chunk: Buffer, from: number): number {
    let i = from;
    let lines = 0;
    for (; i < chunk.length; i++) {
      const meaning = MEANING[chunk[i] as number];
      if (meaning === 0) continue;
      if (meaning === 2) break;
      lines++;
    }
    this.#line += lines;
    return i;
  }

  #inElement(byte: number, at: number): void {
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth++;
    else if (this.#depth === 0 && byte === this.form.close) this.#close(at, 'after');
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      this.#depth--;
      if (this.#depth <= 0) this.#close(at + 1, 'between');
    } else if (this.#depth === 0 && byte === COMMA) this.#close(at, 'between');
  }

  #outside(byte: number, at: number): void {
    if (this.#state === 'before') {
      if (at < 3 && byte >= 0x80) return; // a byte order mark
      if (this.form.wrapped && this.#opensWrapping(byte)) return;
      if (byte !== this.form.open || (this.form.wrapped && this.#wrapping === 'before'))
        throw this.#fault(
          'SOURCE_NOT_A_CORPUS',
          this.form.shown,
          `the file begins with "${String.fromCharCode(byte)}"`,
        );
      this.#state = 'between';
    } else if (this.#state === 'after') {
      if (this.#wrapping === 'in' && byte === CLOSE_OBJECT) {
        this.#wrapping = 'after';
        return;
      }
      throw this.#fault(
        'SOURCE_NOT_A_CORPUS',
        `nothing after the closing ${String.fromCharCode(this.form.close)}`,
        `more text on line ${this.#line}`,
      );
    } else if (byte === this.form.close) this.#state = 'after';
    else if (byte !== COMMA) {
      this.#state = 'element';
      this.#depth = 0;
      this.#start = at;
      this.#startLine = this.#line;
      this.#inElement(byte, at);
    }
  }

  /** Whether a byte belongs to what stands before the list of an object: its brace, the key, the colon. */
  #opensWrapping(byte: number): boolean {
    if (this.#wrapping === 'before') {
      if (byte !== OPEN_OBJECT) return false;
      this.#wrapping = 'in';
      return true;
    }
    if (byte === QUOTE) this.#inString = true;
    return byte === QUOTE || byte === COLON;
  }

  #close(end: number, state: 'between' | 'after'): void {
    this.offsets.push(this.#start);
    this.lengths.push(end - this.#start);
    this.lines.push(this.#startLine);
    this.#state = state;
  }

  end(): void {
    if (this.#state === 'after' && this.#wrapping !== 'in') return;
    const inside =
      this.#state === 'element'
        ? `inside record ${this.offsets.length + 1}, which begins on line ${this.#startLine}`
        : `after ${this.offsets.length} records`;
    throw this.#fault(
      'SOURCE_TRUNCATED',
      `a list of records that ends with ${String.fromCharCode(this.form.close)}`,
      this.position === 0 ? 'an empty file' : `the file ends on line ${this.#line}, ${inside}`,
    );
  }

  #fault(
    code: 'SOURCE_NOT_A_CORPUS' | 'SOURCE_TRUNCATED',
    expected: string,
    found: string,
  ): BenchwrightError {
    return new BenchwrightError(code, {
      expected,
      found,
      where: this.shownPath,
      next: 'Get the file again from the corpus, then run the command again. Nothing was written.',
    });
  }
}
