import { contentKind } from '../kinds/content-kind.js';
import { Part } from '../parts/part.js';
import { asConversation, callsOf, threadOf } from './conversation-content.js';
import { ConversationForm } from './conversation-form.js';
import { ConversationView, FindingView } from './conversation-view.js';

export const conversation = contentKind({
  as: asConversation,
  View: ConversationView,
  Form: ConversationForm,
  called: ({ conversation: { conversation: turns } }) =>
    turns.flatMap((turn) => callsOf(turn).map(({ request }) => request.api_name)),
  thread: threadOf,
  referenceDay: ({ conversation }) => /^\d{4}-\d{2}-\d{2}/.exec(conversation.metadata.timestamp)?.[0],
  named: ({ file }) => file.replace(/\.json$/, ''),
  Notes: ({ item: { findings } }) =>
    findings.length > 0 && (
      <Part title={`Findings (${findings.length})`} open>
        {findings.map((finding, at) => (
          <FindingView key={at} finding={finding} />
        ))}
      </Part>
    ),
  Facts: ({ item: { set, file } }) => (
    <>
      <dt>Set</dt>
      <dd>{set === 'easy' ? 'easy' : 'hard'}</dd>
      <dt>File</dt>
      <dd>{file}</dd>
    </>
  ),
});
