import type { ToolCall } from '../../../core/mtu-bench/item.js';
import type { ToolShown } from '../../../core/review/api.js';
import { ArgumentTable } from '../item/argument-table.js';
import { documentOf } from '../text/document-of.js';
import { Place } from '../item/place.js';
import { pathText, type Path } from '../../../core/json-path.js';
import { CallForm } from './call-form.js';
import { formActions, formatOrigin } from './item-content.js';
import { ownPart } from '../../../core/own-part.js';

interface Props {
  readonly call: ToolCall;
  /** The call as it was generated. */
  readonly before: ToolCall | undefined;
  readonly documents: readonly ToolShown[];
  readonly path: Path;
}

/** A call with a table of its arguments, each with its meaning and source. */
export function CallView({ call, before, documents, path }: Props) {
  const document = documentOf(documents, call.tool);
  const number = Number(path.at(-1)) + 1;
  return (
    <Place
      call
      place={pathText(path)}
      className="call"
      label={`Call ${number}: ${document?.name ?? call.tool}`}
      form={({ tools, ...editing }) => (
        <CallForm {...{ call, path, number, tools }} {...formActions(editing)} />
      )}
    >
      <p className="call-head">
        <span className="faint">Call {number}</span>{' '}
        <code className="tool">{document?.name ?? call.tool}</code>
        {document === undefined && <span className="chip flag">unknown tool</span>}
      </p>
      <ArgumentTable
        args={call.arguments}
        path={`${pathText(path)}.arguments`}
        before={before?.arguments}
        document={document}
        from={(name) => formatOrigin(ownPart(call.origins, name))}
      />
    </Place>
  );
}
