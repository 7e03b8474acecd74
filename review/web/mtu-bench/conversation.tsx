import type { CheckFinding, Item, ItemTurn } from '../../../core/mtu-bench/item.js';
import type { ToolShown } from '../../../core/review/api.js';
import { Fold } from '../parts/fold.js';
import { resultText } from '../text/thread.js';
import { CallView } from './call-view.js';
import { TurnForm } from './item-form.js';
import { formActions } from './item-content.js';
import { Place } from '../item/place.js';
import { ResultText, Said } from '../item/said.js';

interface Props {
  readonly item: Item;
  /** The generated item, if it has been edited since. */
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
  const path = `turns.${at}`;
  return (
    <Place
      as="li"
      place={path}
      className="turn"
      label={`Turn ${at + 1} of ${of}`}
      form={({ tools, ...editing }) => <TurnForm {...{ turn, at, tools }} {...formActions(editing)} />}
    >
      {of > 1 && <h2>Turn {at + 1}</h2>}
      <Saying who="User" text={turn.user} before={before?.user} path={`${path}.user`} />
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
            path={['turns', at, 'calls', number]}
          />
        ))
      )}
      {turn.observation !== null && (
        <div className="call">
          <Fold title={<span className="faint">Result</span>}>
            <ResultText text={resultText(turn.observation)} path={`${path}.observation`} />
          </Fold>
        </div>
      )}
      {turn.response !== '' && (
        <Saying who="Assistant" text={turn.response} before={before?.response} path={`${path}.response`} />
      )}
      {findings.map((finding, number) => (
        <Finding key={number} finding={finding} />
      ))}
    </Place>
  );
}

interface SayingProps {
  readonly who: string;
  readonly text: string;
  readonly before: string | undefined;
  readonly path: string;
}

function Saying({ who, text, before, path }: SayingProps) {
  return (
    <p className={`saying ${who.toLowerCase()}`}>
      <span className="who">{who}</span>
      <Said text={text} before={before} path={path} />
    </p>
  );
}

/** A check's finding. @param turn whether to show the turn */
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
