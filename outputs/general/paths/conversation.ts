import type { PathLine } from '../../t-eval/read-paths.js';
import type { ChatConversation } from '../chat/conversation.js';
import { functionsOf } from './functions.js';

/**
 * An accepted path as a conversation: the query, each step's call that stands with its result, the answer. Calls in vain
 * are left out, and every call has a message of its own: steps were carried out one after the other.
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
