import type { PublishedCall, RecordFinding, RecordItem } from '../../../core/correct/record.js';
import type { ToolShown } from '../../../core/review/api.js';
import { Fold } from '../parts/fold.js';
import { ArgumentTable } from '../item/argument-table.js';
import { documentOf } from '../mtu-bench/item-content.js';
import { valueText } from '../text/json-path.js';
import { argumentsOf, isNoCall } from './record-content.js';
import { Said } from '../item/said.js';

interface Props {
  readonly item: RecordItem;
  /** As the file has it, where it has been edited since. */
  readonly original: RecordItem | undefined;
  readonly documents: readonly ToolShown[];
}

/** A published record: what is asked, after which turns, and the gold calls; the whole prompt folded away. */
export function RecordView({ item, original, documents }: Props) {
  const { record, shown, findings } = item;
  const before = original?.record.question;
  return (
    <ol className="turns">
      <li className="turn" data-stop tabIndex={-1} aria-label="The record">
        {shown && shown.history !== '' && (
          <Fold title={<span className="faint">Earlier turns</span>} open>
            <pre>{shown.history}</pre>
          </Fold>
        )}
        {shown && (
          <p className="saying user">
            <span className="who">User</span>
            <Said text={shown.user} before={original?.shown?.user} />
          </p>
        )}
        {record.calls.every(isNoCall) && <p className="note indented">No tool is called.</p>}
        {record.calls.map((call, at) =>
          isNoCall(call) ? null : (
            <RecordCall
              key={at}
              call={call}
              before={original?.record.calls[at]}
              documents={documents}
              number={at + 1}
            />
          ),
        )}
        {findings.map((finding, at) => (
          <RecordFindingView key={at} finding={finding} />
        ))}
        <Fold title={<span className="faint">The whole prompt</span>} open={shown === null}>
          {before === undefined || before === record.question ? (
            <pre>{record.question}</pre>
          ) : (
            <Said text={record.question} before={before} />
          )}
        </Fold>
      </li>
    </ol>
  );
}

interface CallProps {
  readonly call: PublishedCall;
  readonly before: PublishedCall | undefined;
  readonly documents: readonly ToolShown[];
  readonly number: number;
}

function RecordCall({ call, before, documents, number }: CallProps) {
  const document = documentOf(documents, call.tool.trim());
  const given = argumentsOf(call);
  return (
    <div className="call">
      <Fold
        open
        title={
          <>
            <span className="faint">Call {number}</span> <code className="tool">{call.tool}</code>
            {document === undefined && <span className="chip flag">not offered</span>}
          </>
        }
      >
        {given ? (
          <ArgumentTable args={given} before={before && argumentsOf(before)} document={document} />
        ) : (
          <pre>{valueText(call.arguments)}</pre>
        )}
      </Fold>
    </div>
  );
}

/** What a reviewer should look at. */
export function RecordFindingView({ finding }: { readonly finding: RecordFinding }) {
  return (
    <p className="finding">
      <span className="chip flag">{finding.check}</span> {finding.detail}
    </p>
  );
}
