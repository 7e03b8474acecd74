import type { ToolCall } from '../../../core/mtu-bench/item.js';
import type { ToolShown } from '../../../core/review/api.js';
import { Fold } from '../parts/fold.js';
import { ArgumentTable } from '../item/argument-table.js';
import { documentOf, formatOrigin } from './item-content.js';
import { ownPart } from '../../../core/own-part.js';

interface Props {
  readonly call: ToolCall;
  /** The same call as it was generated. */
  readonly before: ToolCall | undefined;
  readonly documents: readonly ToolShown[];
  readonly number: number;
}

/** A call as one reads it: its arguments in a table, each with what it means and where its value came from. */
export function CallView({ call, before, documents, number }: Props) {
  const document = documentOf(documents, call.tool);
  return (
    <div className="call">
      <Fold
        open
        title={
          <>
            <span className="faint">Call {number}</span>{' '}
            <code className="tool">{document?.name ?? call.tool}</code>
            {document === undefined && <span className="chip flag">unknown tool</span>}
          </>
        }
      >
        <ArgumentTable
          args={call.arguments}
          before={before?.arguments}
          document={document}
          from={(name) => formatOrigin(ownPart(call.origins, name))}
        />
      </Fold>
    </div>
  );
}
