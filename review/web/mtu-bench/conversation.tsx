import type { CheckFinding, Item, ItemTurn } from '../../../core/mtu-bench/item.js';
import type { ToolShown } from '../../../core/review/api.js';
import { Fold } from '../parts/fold.js';
import { valueText } from '../text/json-path.js';
import { CallView } from './call-view.js';
import { Said } from '../item/said.js';

interface Props {
  readonly item: Item;
  /** As it was generated, where it has been edited since. */
  readonly original: Item | undefined;
  readonly documents: readonly ToolShown[];
}

/** The item as a conversation, turn by turn. */
export function Conversation({ item, original, documents }: Props) {
  return (
    <ol className="turns">
      {item.turns.map((turn, at) => (
        <Turn
          key={turn.index}
          turn={turn}
          at={at}
          of={item.turns.length}
          before={original?.turns[at]}
          documents={documents}
          findings={item.findings.filter((finding) => finding.turn === turn.index)}
        />
      ))}
    </ol>
  );
}

interface TurnProps {
  readonly turn: ItemTurn;
  readonly at: number;
  readonly of: number;
  readonly before: ItemTurn | undefined;
  readonly documents: readonly ToolShown[];
  readonly findings: readonly CheckFinding[];
}

function Turn({ turn, at, of, before, documents, findings }: TurnProps) {
  return (
    <li className="turn" data-stop tabIndex={-1} aria-label={`Turn ${at + 1} of ${of}`}>
      {of > 1 && <h2>Turn {at + 1}</h2>}
      <Saying who="User" text={turn.user} before={before?.user} />
      {turn.thought.text !== '' && (
        <p className="thought">
          <span className="who">Thought</span> <Said text={turn.thought.text} before={before?.thought.text} />
        </p>
      )}
      {turn.calls.length === 0 ? (
        <p className="note indented">No tool is called in this turn.</p>
      ) : (
        turn.calls.map((call, number) => (
          <CallView
            key={number}
            call={call}
            before={before?.calls[number]}
            documents={documents}
            number={number + 1}
          />
        ))
      )}
      {turn.observation !== null && (
        <div className="call">
          <Fold title={<span className="faint">Result</span>}>
            <pre>{valueText(turn.observation)}</pre>
          </Fold>
        </div>
      )}
      {turn.response !== '' && <Saying who="Assistant" text={turn.response} before={before?.response} />}
      {findings.map((finding, number) => (
        <Finding key={number} finding={finding} />
      ))}
    </li>
  );
}

function Saying({ who, text, before }: { who: string; text: string; before: string | undefined }) {
  return (
    <p className={`saying ${who.toLowerCase()}`}>
      <span className="who">{who}</span>
      <Said text={text} before={before} />
    </p>
  );
}

/** What a check found. @param turn whether to say where */
export function Finding({
  finding,
  turn = false,
}: {
  readonly finding: CheckFinding;
  readonly turn?: boolean;
}) {
  return (
    <p className="finding">
      <span className="chip flag">{finding.check}</span> {turn && `Turn ${finding.turn + 1}: `}
      {finding.detail}
    </p>
  );
}
