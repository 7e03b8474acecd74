import * as z from 'zod';
import { OBSERVED_BY } from '../observation.js';
import { conversationsSchema } from './test-record.js';
import { pathSchema } from './library.js';

/** What a turn was answered: by the tool, by the user whom `ask_to_user` asked, or as unreadable; the last turn by nothing. */
export const REPLY_KINDS = ['observation', 'user', 'format', 'none'] as const;

/**
 * A turn of a model. `text` is its message as it came. The parts are undefined where the message has none; `input` is the
 * text of Action Input, which need not be readable.
 */
export const turnSchema = z.strictObject({
  text: z.string(),
  thought: z.string().optional(),
  action: z.string().optional(),
  input: z.string().optional(),
  reply: z.strictObject({
    kind: z.enum(REPLY_KINDS),
    text: z.string(),
    /** Who gave an observation, where tools were given by `--tools`: a call, a simulator, a model, a rule. */
    by: z.enum(OBSERVED_BY).exactOptional(),
  }),
});
export type Turn = z.infer<typeof turnSchema>;

/** How a trajectory ends: by `finish`, by ToolEyes' limit of turns, or by an error of the model's call. */
export const ENDINGS = ['finished', 'too many turns', 'error'] as const;
export type Ending = (typeof ENDINGS)[number];

/** A model's way through a query. Forced ends are turns too: the last, in ToolEyes' words. */
export const trajectorySchema = z.strictObject({
  query: z.string().min(1),
  path: pathSchema,
  scenario: z.string().min(1),
  turns: z.array(turnSchema).min(1),
  ending: z.enum(ENDINGS),
});
export type Trajectory = z.infer<typeof trajectorySchema>;

/** A trajectory as ToolEyes writes and reads it: the test record with the messages that followed. */
export const trajectoryRecordSchema = z
  .looseObject({
    id: z.string().min(1),
    conversations: conversationsSchema,
    path: pathSchema,
    scenario: z.string().min(1),
  })
  .refine(({ conversations }) => conversations.length > 2 && conversations.at(-1)?.from === 'assistant', {
    path: ['conversations'],
    error: 'expected messages after the query, the last of them from the assistant',
  });
export type TrajectoryRecord = z.infer<typeof trajectoryRecordSchema>;

/** ToolEyes' limit: in turn 9 a trajectory is ended if it has not ended by itself. */
/** Tokens of an observation at most, as ToolEyes cuts it. */
export const RESULT_TOKENS = 1_024;
export const MAX_TURN = 8;
