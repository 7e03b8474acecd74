import type * as z from 'zod';
import type { JsonValue } from '../../core/canonical.js';
import type { EditProblem } from '../../core/review/api.js';
import type { ContentChecks, ContentFields } from '../../core/review/kind.js';
import type { PageView } from '../../core/review/views.js';
import type { Store } from '../../store/store.js';

/** What a schema says of an edit. */
export const schemaProblems = ({ issues }: z.ZodError): EditProblem[] =>
  issues.map(({ path, message }) => ({ path: path.join('.'), text: message, kind: 'problem' }));

/** A kind of review queue, besides what its specification says: how its contents are shown, checked and compared. */
export interface ReviewKind {
  /** View and form of the page that show an item; one that the page does not have: the content as JSON. */
  readonly view: PageView | 'JSON';
  /** What an edit is checked by, with the tool documents of the run. */
  checks(store: Store, runId: string): Promise<ContentChecks>;
  /** Fields that agreement is computed of; undefined: decisions are compared by verdict and reason alone. */
  readonly fields: ContentFields | undefined;
  /** A content as `review show` prints it. */
  lines(content: JsonValue): string[];
  /** What reviewers are told where the configuration does not say it, in Markdown. */
  guideline(): Promise<string>;
}
