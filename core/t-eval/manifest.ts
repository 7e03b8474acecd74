import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { answeredBySchema } from '../model-config.js';
import { tEvalCountsSchema, tEvalRunSchema } from './run.js';

/** `manifest.json` of a `t-eval` run; independent of time, host, cost and order of arrival. */
export const tEvalManifestSchema = tEvalRunSchema.omit({ format: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  models: answeredBySchema,
  /** SHA-256 of the sorted list of `itemId itemVersion` lines. */
  inputs: z.strictObject({ items: z.int(), sha256: z.string() }),
  counts: tEvalCountsSchema,
  files: z.array(manifestFileSchema),
});
export type TEvalManifest = z.infer<typeof tEvalManifestSchema>;

/** The tool library from which the queries were made; in every export. */
export const TOOLS_FILE = 'data/tools.json';

/** The facts of the run, in the form in which they are read. */
export const FACTS_FILE = 'data/facts.jsonl';

/** If poor documents were to be completed: the original library, and the outcome of each poor document. */
export const GIVEN_TOOLS_FILE = 'data/tools-given.json';
export const DOCUMENTS_FILE = 'data/documents.jsonl';
/** The guideline for reviewers of tool documents. */
export const TOOLS_GUIDELINE_FILE = 'data/guideline-tools.md';
/** The guideline for reviewers of queries before annotation. */
export const QUERIES_GUIDELINE_FILE = 'data/guideline-queries.md';
