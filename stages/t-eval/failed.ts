import type { StructuredAnswer } from '../../llm/asking/ask-structured.js';

/** Why a query cannot be annotated: an answer of a role that cannot be used, with the role. */
export type Failed = Extract<StructuredAnswer<never>, { readonly ok: false }> & { readonly who: string };
