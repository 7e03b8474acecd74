import type * as z from 'zod';
import type { JsonValue } from '../../core/canonical.js';
import type { EditProblem } from '../../core/review/api.js';
import type { ContentChecks, ContentFields } from '../../core/review/kind.js';
import type { PageView } from '../../core/review/views.js';
import type { ModelAccess } from '../../llm/asking/model-access.js';
import type { WorkerTools } from '../../stages/dialogue-tools.js';
import type { ROLES } from '../../core/model-call.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { JudgedUnit } from '../../transforms/review/model-agreement.js';

/** What a schema says of an edit. */
export const schemaProblems = ({ issues }: z.ZodError): EditProblem[] =>
  issues.map(({ path, message }) => ({ path: path.join('.'), text: message, kind: 'problem' }));

/** Lets a piece of work call models and tools as the configuration of this home allows. */
export type CallingTools = <T>(use: (access: ModelAccess, worker: WorkerTools) => Promise<T>) => Promise<T>;

/** A kind of review queue, besides what its specification says: how its contents are shown, checked and compared. */
export interface ReviewKind {
  /** View and form of the page that show an item; one that the page does not have: the content as JSON. */
  readonly view: PageView | 'JSON';
  /** What an edit is checked by, with the tool documents of the run. @param calling absent: no tool outside is called */
  checks(store: Store, runId: string, calling?: CallingTools): Promise<ContentChecks>;
  /** Fields that agreement is computed of; undefined: decisions are compared by verdict and reason alone. */
  readonly fields: ContentFields | undefined;
  /** Verdicts of models in a content, to compare with people's. Absent: no model judges it. */
  readonly modelChecks?: readonly ModelCheck[];
  /** A content as `review show` prints it. */
  lines(content: JsonValue): string[];
  /** What reviewers are told where the configuration does not say it, in Markdown. */
  guideline(): Promise<string>;
}

/** What a model judged in contents of a kind before people decided on them. */
export interface ModelCheck {
  /** Name of the check in figures. */
  readonly check: string;
  /** Role of the model. */
  readonly role: (typeof ROLES)[number];
  /** What is counted, in the plural. */
  readonly unit: string;
  /** Whether all contents of a run's queue passed the check, and people saw also what the model took for wrong. */
  inRun(run: Run): boolean;
  /**
   * What the model and people say of a content; none where they did not judge the same.
   * @param accepted the content that people accepted; undefined: they rejected it
   */
  units(shown: JsonValue, accepted: JsonValue | undefined): readonly JudgedUnit[];
}
