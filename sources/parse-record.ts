import type * as z from 'zod';
import { RecordFault } from './record-fault.js';

/** What a record should be. */
export interface RecordKind {
  /** In words, for the reason: `an SGD dialogue`. */
  readonly what: string;
  /** The id of a record that is broken, if it still has one: a person finds it sooner by id than by line. */
  readonly idOf: (json: unknown) => string | undefined;
}

/**
 * A record of a corpus from its JSON text.
 * @throws RecordFault `not valid JSON`, `not <what>`
 */
export function parseRecord<T extends z.ZodType>(text: string, schema: T, kind: RecordKind): z.infer<T> {
  const json = parseJson(text, kind.idOf(undefined));
  return validRecord(json, schema, kind.what, kind.idOf(json));
}

/** @throws RecordFault `not valid JSON` */
export function parseJson(text: string, recordId?: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not the parser's own words: they quote the record, and differ from one version of Node to the next.
    throw new RecordFault('not valid JSON', 'the text of the record cannot be parsed', recordId);
  }
}

/** @throws RecordFault `not <what>` */
export function validRecord<T extends z.ZodType>(
  json: unknown,
  schema: T,
  what: string,
  recordId: string | undefined,
): z.infer<T> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new RecordFault(`not ${what}`, firstIssue(parsed.error, 'record'), recordId);
}

/** The id that stands under a key of the record, after the split: ids repeat between splits. */
export const idUnder =
  (key: string, split: string): RecordKind['idOf'] =>
  (json) => {
    const id = typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[key] : undefined;
    return typeof id === 'string' && id !== '' ? `${split}/${id}` : undefined;
  };

/** Where the first fault is and what it is. @param whole what to call it where it is all of it */
export function firstIssue({ issues: [issue] }: z.ZodError, whole: string): string {
  return `${issue?.path.join('.') || whole}: ${issue?.message ?? 'invalid'}`;
}
