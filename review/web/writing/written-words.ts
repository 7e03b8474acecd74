import type { ComponentType } from 'react';
import type { UsualLengths } from '../../../core/review/written-query.js';

/** What a family calls the parts of a query that people write for it. */
export interface WrittenWords {
  /** What a query is about, as a fact's name: `Domain`. */
  readonly topic: string;
  readonly lengths: UsualLengths;
  /** How suggested tools are typed in and shown. Absent: nobody suggests tools. */
  readonly tools?: {
    readonly label: string;
    readonly hint: string;
    readonly View: ComponentType<{ readonly cell: string }>;
  };
}
