import type { PathLine } from '../../t-eval/read-paths.js';
import type { ChatConversation } from '../chat/conversation.js';
import { functionsOf } from './functions.js';

/**
 * Converts an accepted path to a conversation: the query, each step's accepted call with its result, the answer.
 * Failed attempts are omitted; steps were sequential, so each call has its own message.
 */
export function pathConversation({ itemId, annotated }: PathLine, thoughts: boolean): ChatConversation {
  const { tools, nameOf } = functionsOf(annotated.apis);
  return {
    system: undefined,
    tools,
    turns: [
      {
        user: annotated.query,
        steps: annotated.steps.map(({ name, args, response, thought }, at) => ({
          thought: thoughts ? thought : undefined,
          calls: [{ id: `call_${itemId}_${at}`, name: nameOf(name), arguments: args, result: response }],
        })),
        response: annotated.finish.answer,
      },
    ],
  };
}
