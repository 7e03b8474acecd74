import * as z from 'zod';
import { NAME } from '../../core/mtu-bench/creation.js';

/** A conversation up to some turn. */
export const heardSchema = z
  .array(z.strictObject({ speaker: z.enum(['user', 'assistant']), text: z.string() }))
  .min(1);

/** A conversation with its calls and results. */
export const talkSchema = z
  .array(z.strictObject({ who: z.enum(['user', 'assistant', 'call', 'result']), text: z.string() }))
  .min(1);
export type Talk = z.infer<typeof talkSchema>;

/** How MTU-Bench's outputs begin a call. */
const WRITES_CALL = /Action( Input)?:/;
/** Maximum characters of a name and of a short text. */
const LONGEST_NAME = 64;
const LONGEST_TEXT = 600;

/** Problems of a thought; [] if none. */
export const thoughtProblems = (thought: string): string[] => [
  ...(thought.trim() === '' ? ['the thought is empty'] : []),
  // It precedes the calls in a training record and would be parsed as one.
  ...(WRITES_CALL.test(thought) ? ['the thought writes the call itself ("Action:"), which follows it'] : []),
];

/** Problems of names invented by a model. @param what kind of thing named */
export const nameProblems = (what: string, names: readonly string[]): string[] => [
  ...names
    .filter((name) => !NAME.test(name) || name.length > LONGEST_NAME)
    .map((name) => `${what} ${JSON.stringify(name)} is no name of small letters, digits and underscores`),
  ...twiceProblems(what, names),
];

/** Duplicate names. */
export const twiceProblems = (what: string, names: readonly string[]): string[] =>
  names.filter((name, at) => names.indexOf(name) < at).map((name) => `${what} ${name} stands twice`);

/** Problems of a description. @param of what is described */
export const textProblems = (of: string, text: string): string[] =>
  text.trim() === ''
    ? [`${of} has no description`]
    : text.length > LONGEST_TEXT
      ? [`the description of ${of} has more than ${LONGEST_TEXT} characters`]
      : [];
