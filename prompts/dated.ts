import * as z from 'zod';
import { definePrompt, type PromptDefinition } from './definition.js';

/** A system prompt with the current date. */
export const datedPrompt = (id: string): PromptDefinition =>
  definePrompt({
    id,
    input: z.strictObject({ today: z.string() }),
    example: { today: 'Friday, March 1, 2019' },
  }) as PromptDefinition;
