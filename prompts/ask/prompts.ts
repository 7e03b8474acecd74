import * as z from 'zod';
import type { SeededRandom } from '../../core/random.js';
import { definePrompt } from '../definition.js';

const input = z.strictObject({ text: z.string() });

/** A row of a file, asked as it stands. */
export const question = definePrompt({
  id: 'ask/question',
  input,
  example: { text: 'Which tools would you call to book a table for two in Rome tonight?' },
});

/** The person who talks with the assistant, played by a model. */
export const user = definePrompt({
  id: 'ask/user',
  input,
  example: { text: 'A table for two in Rome tonight, outside if there is one.' },
});

/** What the played person writes when there is nothing more to say. */
export const CONVERSATION_ENDS = '[END]';

/** Of ten messages of a rehearsed person, so many end the conversation. */
const ENDS_OF_TEN = 3;

/** What the played person says in a rehearsal. @param said how many messages there are already */
export const rehearseUser = (text: string, said: number, draw: SeededRandom): string =>
  said > 0 && draw.int(1, 10) <= ENDS_OF_TEN ? CONVERSATION_ENDS : `${said + 1}. I want: ${text}`;
