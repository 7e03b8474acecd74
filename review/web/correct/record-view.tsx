import type { PublishedCall, RecordFinding, RecordItem } from '../../../core/correct/record.js';
import type { ToolShown } from '../../../core/review/api.js';
import { Place } from '../item/place.js';
import { Fold } from '../parts/fold.js';
import { ArgumentTable } from '../item/argument-table.js';
import { documentOf } from '../text/document-of.js';
import { valueText } from '../text/json-path.js';
import { argumentsOf, isNoCall, recordActions } from './record-content.js';
import { RecordCallForm, RecordForm } from './record-form.js';
import { ResultText, Said } from '../item/said.js';

interface Props {
  readonly item: RecordItem;
  /** The record in the file, if it has been edited since. */
  readonly original: RecordItem | undefined;
  readonly documents: readonly ToolShown[];
}

/** A published record: the question, the turns before it, and the gold calls; the whole prompt is folded. */
export function RecordView({ item, original, documents }: Props) {
  const { record, shown, findings } = item;
  const before = original?.record.question;
  return (
    <ol className="turns">
      <Place
        as="li"
        place="record"
        className="turn"
        label="The record"
        form={({ tools, ...editing }) => (
          <RecordForm {...{ item, tools }} {...recordActions(item, { tools, ...editing })} />
        )}
      >
        {shown && shown.history !== '' && (
          <Fold title={<span className="faint">Earlier turns</span>} open>
            <ResultText text={shown.history} path="shown.history" />
          </Fold>
        )}
        {shown && (
          <p className="saying user">
            <span className="who">User</span>
            <Said text={shown.user} before={original?.shown?.user} path="shown.user" />
          </p>
        )}
        {record.calls.every(isNoCall) && <p className="note indented">No tool is called.</p>}
        {record.calls.map((call, at) =>
          isNoCall(call) ? null : (
            <RecordCall
              key={at}
              call={call}
              before={original?.record.calls[at]}
              {...{ item, documents }}
              number={at + 1}
            />
          ),
        )}
        {findings.map((finding, at) => (
          <RecordFindingView key={at} finding={finding} />
        ))}
        <Fold title={<span className="faint">The whole prompt</span>} open={shown === null}>
          {before === undefined || before === record.question ? (
            <ResultText text={record.question} path="record.question" />
          ) : (
            <Said text={record.question} before={before} />
          )}
        </Fold>
      </Place>
    </ol>
  );
}

interface CallProps extends Pick<Props, 'item'> {
  readonly call: PublishedCall;
  readonly before: PublishedCall | undefined;
  readonly documents: readonly ToolShown[];
  readonly number: number;
}

function RecordCall({ item, call, before, documents, number }: CallProps) {
  const document = documentOf(documents, call.tool.trim());
  const given = argumentsOf(call);
  const at = number - 1;
  const path = `record.calls.${at}`;
  return (
    <Place
      call
      place={path}
      className="call"
      label={`Call ${number}: ${call.tool}`}
      form={({ tools, ...editing }) => (
        <RecordCallForm
          {...{ call, number, tools }}
          path={['record', 'calls', at]}
          {...recordActions(item, { tools, ...editing })}
        />
      )}
    >
      <p className="call-head">
        <span className="faint">Call {number}</span> <code className="tool">{call.tool}</code>
        {document === undefined && <span className="chip flag">not offered</span>}
      </p>
      {given ? (
        <ArgumentTable
          args={given}
          path={`${path}.arguments`}
          before={before && argumentsOf(before)}
          document={document}
        />
      ) : (
        <pre>{valueText(call.arguments)}</pre>
      )}
    </Place>
  );
}

/** A finding that a reviewer should look at. */
export function RecordFindingView({ finding }: { readonly finding: RecordFinding }) {
  return (
    <p className="finding">
      <span className="chip flag">{finding.check}</span> {finding.detail}
    </p>
  );
}
