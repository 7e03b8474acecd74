import type { ToolShown } from '../../../core/review/api.js';
import { findingText, type Finding } from '../../../core/tooltalk/finding.js';
import type { ToolTalkItem } from '../../../core/tooltalk/item.js';
import { ArgumentTable } from '../item/argument-table.js';
import { Said } from '../item/said.js';
import { Fold } from '../parts/fold.js';
import { argumentsOf, callsOf, resultText, type Call, type Turn } from './conversation-content.js';

interface Props {
  readonly item: ToolTalkItem;
  readonly original: ToolTalkItem | undefined;
  readonly documents: readonly ToolShown[];
}

/** A conversation: what is said, and each call with what it returned. */
export function ConversationView({ item, original, documents }: Props) {
  const { conversation, findings } = item;
  const turns = conversation.conversation;
  return (
    <>
      <Start item={item} />
      <ol className="turns">
        {turns.map((turn, at) => (
          <TurnView
            key={at}
            turn={turn}
            before={original?.conversation.conversation[at]}
            number={at + 1}
            total={turns.length}
            documents={documents}
            findings={findings.filter((finding) => finding.turn === at)}
          />
        ))}
      </ol>
      {turns.length === 0 && <p className="note">Nothing is written yet: edit it to write.</p>}
    </>
  );
}

/** What a conversation begins with. */
function Start({ item: { conversation } }: { readonly item: ToolTalkItem }) {
  const { metadata, user, scenario } = conversation;
  return (
    <section className="turn" data-stop tabIndex={-1} aria-label="The beginning">
      {scenario !== undefined && scenario !== '' && <p>{scenario}</p>}
      <p className="faint">
        {metadata.timestamp}, {metadata.location};{' '}
        {user.session_token === undefined ? 'nobody is logged in' : `${user.username ?? ''} is logged in`}
      </p>
    </section>
  );
}

interface TurnProps {
  readonly turn: Turn;
  readonly before: Turn | undefined;
  readonly number: number;
  readonly total: number;
  readonly documents: readonly ToolShown[];
  readonly findings: readonly Finding[];
}

function TurnView({ turn, before, number, total, documents, findings }: TurnProps) {
  const calls = callsOf(turn);
  return (
    <li className="turn" data-stop tabIndex={-1} aria-label={`Turn ${number} of ${total}`}>
      {calls.map((call, at) => (
        <CallView
          key={at}
          call={call}
          before={before && callsOf(before)[at]}
          number={at + 1}
          document={documents.find(({ name }) => name === call.request.api_name)}
          findings={findings.filter((finding) => finding.call === at)}
        />
      ))}
      <p className={`saying ${turn.role}`}>
        <span className="who">{turn.role === 'user' ? 'User' : 'Assistant'}</span>
        <Said text={turn.text} before={before?.text} />
      </p>
    </li>
  );
}

interface CallProps {
  readonly call: Call;
  readonly before: Call | undefined;
  readonly number: number;
  readonly document: ToolShown | undefined;
  readonly findings: readonly Finding[];
}

function CallView({ call, before, number, document, findings }: CallProps) {
  const same = before?.request.api_name === call.request.api_name ? before : undefined;
  return (
    <div className="call">
      <Fold
        open
        title={
          <>
            <span className="faint">Call {number}</span> <code className="tool">{call.request.api_name}</code>
            {call.exception !== null && <span className="chip flag">error</span>}
          </>
        }
      >
        <ArgumentTable args={argumentsOf(call)} before={same && argumentsOf(same)} document={document} />
        <ResultView call={call} />
        {findings.map((finding, at) => (
          <FindingView key={at} finding={finding} />
        ))}
      </Fold>
    </div>
  );
}

/** What a call returned. */
export function ResultView({ call }: { readonly call: Call }) {
  return (
    <Fold
      title={<span className="faint">{call.exception === null ? 'Result' : 'Error'}</span>}
      open={resultText(call).length < 600}
    >
      <pre className="json">{resultText(call)}</pre>
    </Fold>
  );
}

/** What a reviewer should look at. */
export function FindingView({ finding }: { readonly finding: Finding }) {
  return (
    <p className="finding">
      <span className="chip flag">{finding.kind}</span> {findingText(finding)}
    </p>
  );
}
