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
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Not the parser's own words: they quote the record, and differ from one version of Node to the next.
    throw new RecordFault('not valid JSON', 'the text of the record cannot be parsed', kind.idOf(undefined));
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new RecordFault(`not ${kind.what}`, firstIssue(parsed.error, 'record'), kind.idOf(json));
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
