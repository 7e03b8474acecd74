import * as z from 'zod';
import type { SeededRandom } from '../../core/random.js';
import { definePrompt } from '../definition.js';

const input = z.strictObject({ text: z.string() });

/** A row of a file, sent unchanged. */
export const question = definePrompt({
  id: 'ask/question',
  input,
  example: { text: 'Which tools would you call to book a table for two in Rome tonight?' },
});

/** A simulated user who talks with the assistant. */
export const user = definePrompt({
  id: 'ask/user',
  input,
  example: { text: 'A table for two in Rome tonight, outside if there is one.' },
});

/** Sent by the simulated user to end the conversation. */
export const CONVERSATION_ENDS = '[END]';

/** Number of mock user messages per ten that end the conversation. */
const ENDS_OF_TEN = 3;

/** The simulated user's mock message. @param said number of messages so far */
export const rehearseUser = (text: string, said: number, draw: SeededRandom): string =>
  said > 0 && draw.int(1, 10) <= ENDS_OF_TEN ? CONVERSATION_ENDS : `${said + 1}. I want: ${text}`;
