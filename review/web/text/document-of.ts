import type { ToolShown } from '../../../core/review/api.js';

export const documentOf = (documents: readonly ToolShown[], tool: string): ToolShown | undefined =>
  documents.find(({ id, name }) => id === tool || name === tool);
