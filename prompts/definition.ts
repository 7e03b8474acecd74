import type * as z from 'zod';
import type { SeededRandom } from '../core/random.js';
import type { KnownPart } from './known-parts.js';

/** The code side of a prompt; its text is in the file of its id, beside the definition. */
export interface PromptDefinition<I = unknown, O = unknown> {
  readonly id: string;
  /** Schema of its input. */
  readonly input: z.ZodType<I>;
  /** An example input, for display and for checking user overrides. */
  readonly example: I;
  /** Absent if the text is part of evaluation files or of another prompt's conversation. */
  readonly answer?: {
    /** Schema of the answer. */
    readonly output: z.ZodType<O>;
    /** What the input says about the answer, for the schema sent to models. Every answer that the rules accept fits. */
    readonly known?: (input: I) => readonly KnownPart[];
    /** Checks beyond the schema; [] if none fail. */
    readonly rules: (input: I, output: O) => readonly string[];
    /** A mock answer computed from the input alone; satisfies schema and rules. */
    readonly rehearse: (input: I, draw: SeededRandom) => O;
  };
}

/** Type-checks a definition before it is listed with those of other types. */
export const definePrompt = <I, O = never>(definition: PromptDefinition<I, O>): PromptDefinition<I, O> =>
  definition;
