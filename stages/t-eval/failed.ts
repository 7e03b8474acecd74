import type { StructuredAnswer } from '../../llm/asking/ask-structured.js';

/** Why a query cannot be annotated: an unusable answer of a role. */
export type FailedAnswer = Extract<StructuredAnswer<never>, { readonly ok: false }> & {
  readonly who: string;
};
