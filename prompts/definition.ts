import type * as z from 'zod';
import type { SeededRandom } from '../core/random.js';

/** What code knows of a prompt; its words are in the file of its id. Written down beside that file. */
export interface PromptDefinition<I = unknown, O = unknown> {
  readonly id: string;
  /** What fills its placeholders. */
  readonly input: z.ZodType<I>;
  /** An input to look at the prompt with, and to check a prompt file of a user's own with. */
  readonly example: I;
  /** Absent where the text stands in files that others evaluate with, or is part of another prompt's conversation. */
  readonly answer?: {
    /** What a model is to write. */
    readonly output: z.ZodType<O>;
    /** What the answer has to fulfil beyond that; nothing wrong: []. */
    readonly rules: (input: I, output: O) => readonly string[];
    /** A stand-in answer for rehearsals: made from the input alone, it has the output's form and keeps the rules. */
    readonly rehearse: (input: I, draw: SeededRandom) => O;
  };
}

/** A definition with its types checked against each other; listed with those of other types afterwards. */
export const definePrompt = <I, O = never>(definition: PromptDefinition<I, O>): PromptDefinition<I, O> =>
  definition;
