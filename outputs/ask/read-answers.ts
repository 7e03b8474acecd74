import { join } from 'node:path';
import * as z from 'zod';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { askManifestSchema, type AskManifest } from '../../core/ask/manifest.js';
import { jsonLinesOf } from '../json-lines.js';
import { readManifestOf } from '../read-manifest.js';

const answeredSchema = z.object({ itemId: z.string(), id: z.string(), text: z.string() });
const answerSchema = answeredSchema.extend({ answer: z.string(), model: z.string() });
const conversationSchema = answeredSchema.extend({
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), text: z.string() })),
  models: z.array(z.string()),
});

/** An answered row: its answer, or its conversation. */
export type AnsweredLine = z.infer<typeof answerSchema> | z.infer<typeof conversationSchema>;

/** The outcome of a row: a line of `data/lineage.jsonl`. */
const rowLineageSchema = z.object({
  itemId: z.string(),
  source: z.string(),
  file: z.string(),
  line: z.int(),
  id: z.string(),
  outcome: z.enum(['done', 'set aside']),
  reason: z.string().optional(),
  detail: z.string().optional(),
});
export type RowLineage = z.infer<typeof rowLineageSchema>;

/** A row of an export with its answer; undefined if it was quarantined. */
export interface ExportedRow {
  readonly lineage: RowLineage;
  readonly answered: AnsweredLine | undefined;
}

/** The manifest of an `ask` export. @throws NOT_AN_EXPORT */
export const readAskManifest = (folder: string): Promise<AskManifest> =>
  readManifestOf(folder, askManifestSchema, 'a folder that `benchwright run ask` wrote');

/** The rows of an export in order, from the lineage, with their answers. @throws NOT_AN_EXPORT */
export async function* readAnswers(folder: string): AsyncGenerator<ExportedRow> {
  const answers = lines(folder, 'answers.jsonl', z.union([answerSchema, conversationSchema]));
  for await (const lineage of lines(folder, 'lineage.jsonl', rowLineageSchema)) {
    if (lineage.outcome === 'set aside') {
      yield { lineage, answered: undefined };
      continue;
    }
    const next = await answers.next();
    if (next.done === true || next.value.itemId !== lineage.itemId)
      throw unreadable('data/answers.jsonl', folder, `no answer of the row ${lineage.id} in its place`);
    yield { lineage, answered: next.value };
  }
}

async function* lines<T>(folder: string, name: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  try {
    for await (const line of jsonLinesOf<unknown>(join(folder, 'data', name))) yield schema.parse(line);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unreadable(`data/${name}`, folder, code === 'ENOENT' ? 'no such file' : String(error));
  }
}

const unreadable = (name: string, folder: string, found: string): BenchwrightError =>
  new BenchwrightError('NOT_AN_EXPORT', {
    ...{ expected: `${name}, as \`benchwright run ask\` writes it`, found, where: join(folder, name) },
    next: 'Write the export again with `benchwright export NAME --out ANOTHER` where it was made.',
  });
