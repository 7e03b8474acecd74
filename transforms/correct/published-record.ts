import * as z from 'zod';
import { canonicalJson, type JsonValue } from '../../core/canonical.js';
import type { PublishedRecord, RecordWords } from '../../core/correct/record.js';
import { jsonSchema } from '../../core/review/json.js';
import { editedJson, jsonTree, nameOf, Ordered, parsedNode, repeatedNames, valueOf } from './edited-json.js';
import { recordOf } from '../../core/own-record.js';
import { parseJson } from '../../core/json.js';

/** Fields of a record (formats/mtu-bench.md 1); others, such as `response` in training files, are allowed. */
const recordSchema = z.looseObject({
  id: z.string(),
  question: z.string(),
  answer: recordOf(z.union([recordOf(jsonSchema), z.string()])),
});

/** Splits a line into byte order mark, JSON and line end. */
function framed(line: string): readonly [string, string, string] {
  const before = line.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = line.slice(before.length).trimEnd();
  return [before, body, line.slice(before.length + body.length)];
}

/**
 * Parses a line of a published file, keeping the spelling of keys.
 * @throws SyntaxError for invalid JSON, z.ZodError for another form
 */
export function readPublishedRecord(line: string): PublishedRecord {
  const [, body] = framed(line);
  const { id, question, answer: _, ...more } = recordSchema.parse(parseJson(body));
  const tree = jsonTree(body);
  const answer = tree.children?.findLast((property) => nameOf(property) === 'answer');
  const members = answer ? (valueOf(answer).children ?? []) : [];
  const calls = members.map((member) => ({
    tool: nameOf(member),
    arguments: parsedNode(body, valueOf(member)),
  }));
  return { id, question, calls, more: more as Record<string, JsonValue>, repeated: repeatedNames(tree) };
}

/**
 * Edits a line. Only the edited span changes: for a text, from the first to the last changed character; for a call,
 * its name or the changed value. Unchanged content returns the line.
 * @throws Error for a record with duplicate names, where the edited one is ambiguous
 */
export function editedPublishedRecord(line: string, words: RecordWords): string {
  const [before, body, after] = framed(line);
  const read = readPublishedRecord(line);
  if (sameWords(read, words)) return line;
  if (read.repeated.length > 0) throw new Error(`a record that has ${read.repeated.join(', ')} twice`);
  const answer = new Ordered(words.calls.map(({ tool, arguments: given }) => [tool, given]));
  const edited = editedJson(
    body,
    jsonTree(body),
    new Map<string, string | Ordered>([
      ['id', words.id],
      ['question', words.question],
      ['answer', answer],
    ]),
  );
  if (!sameWords(readPublishedRecord(edited), words)) throw new Error('an edit that cannot be written');
  return `${before}${edited}${after}`;
}

/** Whether two records are equal. The order of calls matters, that of arguments does not. */
export const sameWords = (a: RecordWords, b: RecordWords): boolean =>
  canonicalJson([a.id, a.question, a.calls]) === canonicalJson([b.id, b.question, b.calls]);
