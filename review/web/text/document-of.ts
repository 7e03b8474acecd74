import type { ToolShown } from '../../../core/review/api.js';

/** The document of the tool that a call names. */
export const documentOf = (documents: readonly ToolShown[], tool: string): ToolShown | undefined =>
  documents.find(({ id, name }) => id === tool || name === tool);
