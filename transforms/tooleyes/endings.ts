import { FINISH } from '../../core/tooleyes/library.js';
import type { Ending } from '../../core/tooleyes/trajectory.js';
import { messageText } from './react.js';

/** ToolEyes' answer for a model that does not finish. Scoring looks for these words. */
const GIVEN_UP = 'I cannot handle the task.';
const TOO_MANY = 'trying too many times';
const ERROR = 'During execution, an error occurs.';

const forcedEnd = (thought: string): string =>
  messageText({ thought, action: FINISH, input: `{"answer": "${GIVEN_UP}"}` });

/** The last message of a trajectory that ToolEyes ends, in ToolEyes' exact words. */
export const FORCED_ENDS: Readonly<Record<Exclude<Ending, 'finished'>, string>> = {
  'too many turns': forcedEnd(`I cannot solve this task due to ${TOO_MANY}.`),
  error: forcedEnd(ERROR),
};

/** Whether scoring counts a last message as a forced end. */
export const isForcedEnd = (message: string): boolean =>
  message.includes(GIVEN_UP) && (message.includes(TOO_MANY) || message.includes(ERROR));

/** How a trajectory ended, by its last message. */
export function endingOf(message: string): Ending {
  if (!isForcedEnd(message)) return 'finished';
  return message.includes(TOO_MANY) ? 'too many turns' : 'error';
}

/** The reply to a model whose Action Input cannot be read: our words, with ToolEyes' keywords. */
export const FORMAT_COMPLAINT = [
  'This answer cannot be read. Write it again in exactly this form, with a dict of parameters and their values as input:',
  '',
  'Thought: <your thought>',
  'Action: <the tool>',
  'Action Input: {"parameter": "value"}',
].join('\n');
