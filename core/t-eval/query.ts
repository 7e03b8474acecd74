import * as z from 'zod';
import { jsonSchema } from '../review/json.js';
import { recordOf } from '../own-record.js';

/** What the response of a tool is, and the answers of the subset REVIEW (paper, appendix C.6 and figure 14). */
export const REVIEW_KINDS = {
  A: 'success',
  B: 'internal error',
  C: 'input error',
  D: 'irrelevant response',
  E: 'unable to accomplish',
} as const;
export type ReviewLabel = keyof typeof REVIEW_KINDS;
export const REVIEW_LABELS = Object.keys(REVIEW_KINDS) as readonly ReviewLabel[];

/** The action that ends a path, with the answer (paper, figures 8 and 11). It is no API. */
export const FINISH_ACTION = 'FinishAction';

const labelSchema = z.enum(['A', 'B', 'C', 'D', 'E']);
const argumentsSchema = recordOf(jsonSchema);

/** Checks a value and leaves it as it stands: zod brings an object's members into the schema's order. */
const asItStands = <T>(schema: z.ZodType<T>) =>
  z.unknown().transform((value, context): T => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return value as T;
    for (const { path, message } of parsed.error.issues)
      context.issues.push({ code: 'custom', path, message, input: value });
    return z.NEVER;
  });

const parameterSchema = z.looseObject({ name: z.string(), type: z.string(), description: z.string() });
/** An API's document as it is offered (formats/t-eval.md 3); what else it holds is kept, and the order of its members. */
const offeredApiSchema = z.looseObject({
  /** Full: `Tool.api`. */
  name: z.string(),
  description: z.string(),
  required_parameters: z.array(parameterSchema),
  optional_parameters: z.array(parameterSchema),
  /** At least a name each; one published document misspells `description`. */
  return_data: z.array(z.looseObject({ name: z.string() })),
});

/** What the reviewer wrote on a response (paper, figure 8), and its kind. */
const reviewSchema = z.strictObject({
  thought: z.string(),
  is_finished: z.boolean(),
  label: labelSchema,
});

/** A call with what came back. */
const attemptSchema = z.strictObject({
  name: z.string(),
  args: argumentsSchema,
  /** What the call is to achieve: the planner's `goal`. */
  goal: z.string().min(1),
  /** The executor's response. */
  response: jsonSchema,
  /** The response's kind where the executor made it so; a real tool's is not known. */
  kind: labelSchema.optional(),
  /** Where a rule answered, be it in a real tool's place. */
  by: z.literal('rule').exactOptional(),
  /** Absent where nobody judged the response. Its label is the gold. */
  review: reviewSchema.optional(),
  /** What the reviewing model said, where it took a response that a rule made for another kind. */
  overruled: reviewSchema.exactOptional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** An action of the path: the call that was accepted, and those before it that were not. */
const stepSchema = attemptSchema.extend({
  id: z.int().nonnegative(),
  /** Ids of the steps whose results it needs. */
  dependencies: z.array(z.int()),
  /** What the model thinks at this step: the gold of REASON. */
  thought: z.string().min(1),
  /** Calls of this step that the reviewer did not accept, in order. */
  retries: z.array(attemptSchema),
});
export type Step = z.infer<typeof stepSchema>;

/** A query with its annotated solution path (paper 2.3.3, appendix C). */
export const annotatedQuerySchema = z.strictObject({
  /** The query's name within its benchmark; record ids are made from it. */
  id: z.string().min(1),
  language: z.enum(['en', 'zh']),
  query: z.string().min(1),
  /** In the order in which they are offered. */
  apis: z.array(asItStands(offeredApiSchema)).min(1),
  /** In the order in which they were carried out. */
  steps: z.array(stepSchema),
  finish: z.strictObject({ thought: z.string().min(1), answer: z.string() }),
});
export type AnnotatedQuery = z.infer<typeof annotatedQuerySchema>;
export type Language = AnnotatedQuery['language'];
