import * as z from 'zod';
import { definePrompt } from '../definition.js';

/** System prompts of the test data, around the documents of a subcategory's tools. */
export const toolEyesPrompts = (['zero', 'five'] as const).map((kind) =>
  definePrompt({
    id: `tooleyes/system/${kind}`,
    input: z.strictObject({ documents: z.string() }),
    example: { documents: '[{"name": "get_uuid", "description": "Returns a UUID."}]' },
  }),
);
