import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { answeredBySchema } from '../model-config.js';
import { tEvalCountsSchema, tEvalRunSchema } from './run.js';

/** `manifest.json` of a run of `t-eval`: without time, host, cost or order of arrival. */
export const tEvalManifestSchema = tEvalRunSchema.omit({ format: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  models: answeredBySchema,
  /** SHA-256 of the sorted list of `itemId itemVersion` lines. */
  inputs: z.strictObject({ items: z.int(), sha256: z.string() }),
  counts: tEvalCountsSchema,
  files: z.array(manifestFileSchema),
});
export type TEvalManifest = z.infer<typeof tEvalManifestSchema>;

/** The library that the queries were made of, in every export. */
export const TOOLS_FILE = 'data/tools.json';

/** The facts that the run was given, in the form that it reads. */
export const FACTS_FILE = 'data/facts.jsonl';

/** Where poor documents were to be completed: the library as it was given, and what became of each poor document. */
export const GIVEN_TOOLS_FILE = 'data/tools-given.json';
export const DOCUMENTS_FILE = 'data/documents.jsonl';
/** What those were told who decided on it. */
export const TOOLS_GUIDELINE_FILE = 'data/guideline-tools.md';
/** What those were told who decided on queries before they were annotated. */
export const QUERIES_GUIDELINE_FILE = 'data/guideline-queries.md';
