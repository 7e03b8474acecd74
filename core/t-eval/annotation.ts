import * as z from 'zod';
import type { LibraryTool } from '../tool-library.js';
import { jsonSchema } from '../review/json.js';
import type { ObservedBy } from '../observation.js';
import type { ArgumentOrigin } from './origins.js';
import type { AnnotatedQuery, Language } from './query.js';
import { recordOf } from '../own-record.js';

/** A generated query before anybody has solved it: what the stages `queries`, `refine` and `annotate` hand on. */
export interface DraftQuery {
  readonly itemId: string;
  /** `<tool>+<tool>/<prompt>/<query>`, tools sorted, numbers from 0 (DESIGN.md, idea 4). */
  readonly recordId: string;
  /** Names of the tools of its set, in the order in which they are offered. */
  readonly tools: readonly string[];
  /** Full names of the APIs that it was made for; absent in earlier runs, whose prompts show all of its tools. */
  readonly apis?: readonly string[];
  readonly language: Language;
  readonly query: string;
  /** Who asks it: the case's role. */
  readonly role: string;
}

/** The planner's next action (paper, figure 8). */
export const plannedActionSchema = z.strictObject({
  id: z.int().nonnegative(),
  /** Why this step: the gold of REASON. The paper's prompt has no such field; its figure 11 has the thought. */
  thought: z.string().min(1),
  /** Full API name, or `FinishAction`. */
  name: z.string().min(1),
  /** Ids of earlier actions whose results it needs. */
  dep: z.array(z.int().nonnegative()),
  /** Of `FinishAction`: `answer` alone. */
  args: recordOf(jsonSchema),
  goal: z.string().min(1),
});
export type PlannedAction = z.infer<typeof plannedActionSchema>;

/** The reviewer's word on a response (paper, figure 8), with its kind (appendix C.6). */
export const stepReviewSchema = z.strictObject({
  thought: z.string().min(1),
  is_finished: z.boolean(),
  label: z.enum(['A', 'B', 'C', 'D', 'E']),
});
export type StepReview = z.infer<typeof stepReviewSchema>;

/** What a person judges in review, and what is exported when it is accepted. */
export interface AnnotatedItem {
  readonly itemId: string;
  readonly recordId: string;
  /** Sorted. */
  readonly tools: readonly string[];
  readonly role: string;
  /** The query as it was generated, before the refiner. */
  readonly generated: string;
  /** As the models left it, where a person edited it before it was annotated. */
  readonly unedited?: string;
  /** Before a model wrote values into it that its calls had from nowhere. */
  readonly unrepaired?: string;
  /** Its id is the item's id until the export numbers the accepted ones. */
  readonly annotated: AnnotatedQuery;
  /** Full API name to how its calls were answered, where they were not simulated. */
  readonly observedBy: Readonly<Record<string, ObservedBy>>;
  /** Where each argument comes from; absent in earlier runs. */
  readonly origins?: readonly ArgumentOrigin[];
  /** Values that the query states and that may not exist, with their places; absent where there are none. */
  readonly unknown?: readonly string[];
  /** What a reviewer should look at, in a word or two each. */
  readonly flags: readonly string[];
}

/** The tools of a run, as a document of it. */
export interface RunTools {
  readonly tools: readonly LibraryTool[];
}
