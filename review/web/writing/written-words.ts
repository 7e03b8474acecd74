import type { ComponentType } from 'react';
import type { EditProblem, ToolShown } from '../../../core/review/api.js';
import type { UsualLengths, WrittenQuery } from '../../../core/review/written-query.js';

/** What a family calls the parts of a query that people write for it. */
export interface WrittenWords {
  /** What a query is about, as a fact's name: `Domain`. */
  readonly topic: string;
  readonly lengths: UsualLengths;
  /** What else is to be looked at, by the tools beside it. Absent: nothing. */
  readonly look?: (item: WrittenQuery, documents: readonly ToolShown[]) => readonly EditProblem[];
  /** How suggested tools are typed in and shown. Absent: nobody suggests tools. */
  readonly tools?: {
    readonly label: string;
    readonly hint: string;
    readonly View: ComponentType<{ readonly cell: string }>;
  };
}
