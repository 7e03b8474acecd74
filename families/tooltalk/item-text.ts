import pc from 'picocolors';
import { clipped } from '../../app/text/clipped.js';
import { shownOutcome } from '../../app/text/format.js';
import { ID_DIGITS } from '../../core/ids.js';
import { findingText } from '../../core/tooltalk/finding.js';
import type { ToolTalkItem } from '../../core/tooltalk/item.js';
import type { ToolTalkLineage } from '../../core/tooltalk/manifest.js';
import type { CollectedConversation } from '../../stages/tooltalk/collect-conversations.js';
import { writeJson } from '../../core/json.js';

/** Table header. */
export const CONVERSATIONS_HEAD = `${'item'.padEnd(ID_DIGITS)}  ${'set'.padEnd(8)}  ${'record'.padEnd(48)}  outcome`;

const outcomeWords = ({ outcome, stage, reason, detail }: ToolTalkLineage): string =>
  [
    shownOutcome(outcome),
    stage === undefined ? '' : ` (${stage})`,
    reason === undefined || reason.startsWith(outcome) ? '' : `: ${reason}`,
    detail === undefined || detail === '' ? '' : `: ${detail}`,
  ].join('');

/** A conversation as one line. */
export const conversationLine = ({ line }: CollectedConversation): string =>
  `${line.itemId}  ${line.set.padEnd(8)}  ${line.recordId.padEnd(48)}  ${outcomeWords(line)}${
    line.flags === undefined || line.outcome === 'dropped' ? '' : pc.yellow(`  ${line.flags.join(', ')}`)
  }`;

/** A conversation with its outcome. */
export function collectedLines({ line, held }: CollectedConversation): string[] {
  const head = [
    pc.bold(`${line.recordId} ${line.itemId}`),
    `  outcome    ${outcomeWords(line)}`,
    ...(line.itemVersion === undefined ? [] : [`  version    ${line.itemVersion}`]),
  ];
  return held === undefined ? head : [...head, ...conversationLines(held.item)];
}

/** The content of a conversation: messages, calls and results. */
export function conversationLines({ conversation, findings }: ToolTalkItem): string[] {
  const { user, metadata, scenario } = conversation;
  return [
    ...(scenario === undefined ? [] : [`  scenario   ${scenario}`]),
    `  begins     ${metadata.timestamp}, ${metadata.location}, ${
      user.session_token === undefined ? 'nobody' : (user.username ?? 'nobody')
    } logged in`,
    ...findings.map((finding) => pc.yellow(`  look at    ${finding.kind}: ${findingText(finding)}`)),
    ...conversation.conversation.flatMap((turn, at) => [
      '',
      ...(turn.role === 'assistant' ? (turn.apis ?? []) : []).flatMap(({ request, response, exception }) => {
        const { session_token: _, ...given } = request.parameters;
        return [
          `    ${pc.magenta('call')}      ${request.api_name} ${writeJson(given)}`,
          `    ${exception === null ? 'result' : 'error '}    ${clipped(exception ?? writeJson(response))}`,
        ];
      }),
      `${pc.dim(String(at + 1).padStart(3))} ${
        turn.role === 'user' ? pc.cyan('user     ') : pc.green('assistant')
      } ${turn.text}`,
    ]),
  ];
}
