import { ERRORS, type ErrorCode, type ErrorEntry } from './catalogue.js';

/** What a person needs to mend a failure: what was expected, what was found, where, and what to do next. */
export interface ErrorParts {
  readonly expected?: string;
  readonly found: string;
  readonly where?: string;
  readonly next: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

const MARK = Symbol.for('benchwright.error');

/** The one error class of the product. Thrown with a code of the catalogue; mapped at the borders only. */
export class BenchwrightError extends Error {
  readonly [MARK] = true;
  override readonly name = 'BenchwrightError';
  /** The exit code of a command that ends with it. */
  readonly exit: number;

  /** @param options `exit`: where it ends a command otherwise than the catalogue says */
  constructor(
    readonly code: ErrorCode,
    readonly parts: ErrorParts,
    options?: { cause?: unknown; exit?: number },
  ) {
    super(`${ERRORS[code].title}: ${parts.found}`, options);
    this.exit = options?.exit ?? ERRORS[code].exit;
  }

  get entry(): ErrorEntry {
    return ERRORS[this.code];
  }

  /** True for errors of this class, also when they come from another copy of the module. */
  static is(error: unknown): error is BenchwrightError {
    return typeof error === 'object' && error !== null && MARK in error;
  }
}

/** The error as data: kept in the store, sent over Temporal, printed by `--json`. */
export interface ErrorRecord extends ErrorParts {
  readonly code: ErrorCode;
  readonly title: string;
}

/** Any thrown value as a record. What is not of the catalogue becomes INTERNAL with its message. */
export function toErrorRecord(error: unknown): ErrorRecord {
  if (BenchwrightError.is(error)) return { code: error.code, title: error.entry.title, ...error.parts };
  const found = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    code: 'INTERNAL',
    title: ERRORS.INTERNAL.title,
    found,
    next: 'Run the command again with BENCHWRIGHT_DEBUG=1 and report what it prints.',
  };
}

/** An error that was kept as a record, as an error again. */
export function fromRecord(
  { code, title: _title, ...parts }: ErrorRecord,
  options?: { readonly exit?: number },
): BenchwrightError {
  return new BenchwrightError(code, parts, options);
}

/** The record as the lines that the terminal shows. */
export function formatError(record: ErrorRecord): string {
  const lines = [`${record.title} (${record.code})`];
  if (record.expected !== undefined) lines.push(`  expected: ${record.expected}`);
  lines.push(`  found:    ${record.found}`);
  if (record.where !== undefined) lines.push(`  where:    ${record.where}`);
  lines.push(`  do next:  ${record.next}`);
  return lines.join('\n');
}
