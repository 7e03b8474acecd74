import type { PromptKind } from './test-record.js';

/* The words by which ToolEyes' evaluator finds the documents in a system prompt (formats/tooleyes.md 3). */
export const TOOLS_MARK = 'Specifically, you have access of the following tools:';
export const EXAMPLES_MARK = 'You should reply in the format of the examples.';
export const BEGIN_MARK = "Let's Begin!";

/** Placeholders for documents and examples in a published template. */
export const DOCUMENTS_PLACE = '{Tool Document}';
export const EXAMPLES_PLACE = '{examples}';

/** Makes a system prompt of each kind for the text of the documents. */
export type SystemPrompts = Readonly<Record<PromptKind, (documents: string) => string>>;

/** The files of ToolEyes' `Resources` folder. */
export interface PublishedTemplates {
  readonly zero: string;
  readonly five: string;
  readonly examples: string;
}
