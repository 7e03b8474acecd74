import * as z from 'zod';
import { NAME } from '../../core/mtu-bench/creation.js';

/** A conversation as far as somebody has heard it. */
export const heardSchema = z
  .array(z.strictObject({ speaker: z.enum(['user', 'assistant']), text: z.string() }))
  .min(1);

/** The same with the calls that were made and what they gave. */
export const talkSchema = z
  .array(z.strictObject({ who: z.enum(['user', 'assistant', 'call', 'result']), text: z.string() }))
  .min(1);
export type Talk = z.infer<typeof talkSchema>;

/** How MTU-Bench's answers begin a call. */
const WRITES_CALL = /Action( Input)?:/;
/** Characters of a name, and of a text that is to be short. */
const LONGEST_NAME = 64;
const LONGEST_TEXT = 600;

/** What is wrong with a thought; nothing: []. */
export const thoughtProblems = (thought: string): string[] => [
  ...(thought.trim() === '' ? ['the thought is empty'] : []),
  // It stands before the calls of a training record, and would be read as one of them.
  ...(WRITES_CALL.test(thought) ? ['the thought writes the call itself ("Action:"), which follows it'] : []),
];

/** What is wrong with names that a model makes up. @param what they name */
export const nameProblems = (what: string, names: readonly string[]): string[] => [
  ...names
    .filter((name) => !NAME.test(name) || name.length > LONGEST_NAME)
    .map((name) => `${what} ${JSON.stringify(name)} is no name of small letters, digits and underscores`),
  ...twiceProblems(what, names),
];

/** Names that stand twice. */
export const twiceProblems = (what: string, names: readonly string[]): string[] =>
  names.filter((name, at) => names.indexOf(name) < at).map((name) => `${what} ${name} stands twice`);

/** What is wrong with a description. @param of what it is of */
export const textProblems = (of: string, text: string): string[] =>
  text.trim() === ''
    ? [`${of} has no description`]
    : text.length > LONGEST_TEXT
      ? [`the description of ${of} has more than ${LONGEST_TEXT} characters`]
      : [];
