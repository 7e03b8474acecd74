import type { ComponentType } from 'react';
import type { EditProblem, ToolShown } from '../../../core/review/api.js';
import type { UsualLengths, WrittenQuery } from '../../../core/review/written-query.js';

/** A family's labels for the parts of a query that reviewers write. */
export interface WrittenWords {
  /** Label of the topic, for example `Domain`. */
  readonly topic: string;
  readonly lengths: UsualLengths;
  /** Further checks, which use the tools beside the query. Absent: none. */
  readonly look?: (item: WrittenQuery, documents: readonly ToolShown[]) => readonly EditProblem[];
  /** How suggested tools are entered and shown. Absent: none can be suggested. */
  readonly tools?: {
    readonly label: string;
    readonly hint: string;
    readonly View: ComponentType<{ readonly cell: string }>;
  };
}
