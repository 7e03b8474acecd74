import type { ToolTalkConversation } from '../../../core/tooltalk/conversation.js';

/** The conversation with its own calls and texts as predictions. */
export const withGoldPredicted = (conversation: ToolTalkConversation): ToolTalkConversation => ({
  ...conversation,
  conversation: conversation.conversation.map((turn) =>
    turn.role === 'user'
      ? turn
      : {
          ...turn,
          predictions: [
            ...(turn.apis ?? []).map(({ request, response, exception }) => ({
              role: 'api' as const,
              request,
              response,
              exception,
              metadata: null,
            })),
            { role: 'assistant' as const, text: turn.text },
          ],
        },
  ),
});
