import type { JsonValue } from '../../../core/canonical.js';
import type { ItemPage } from '../../../core/review/api.js';
import { asDocument } from '../item/document-content.js';
import { asItem, withArgument, withTool } from '../item/item-content.js';
import { asPair } from '../item/pair-content.js';
import { asPath, calledBy, withLabel, withoutStep } from '../item/path-content.js';
import { asQuery } from '../item/query-content.js';
import { asRecord, withCall, withoutCall } from '../item/record-content.js';
import { DocumentForm } from './document-form.js';
import { ItemForm, PlainForm } from './item-form.js';
import { PairForm } from './pair-form.js';
import { PathForm } from './path-form.js';
import { QueryForm } from './query-form.js';
import { RecordForm } from './record-form.js';
import { useTools } from './use-tools.js';

interface Props {
  readonly queue: string;
  readonly page: ItemPage;
  readonly content: JsonValue;
  readonly onContent: (content: JsonValue) => void;
}

/** The form of a content's family; a field a value where there is none. */
export function ContentForm({ queue, page, content, onContent }: Props) {
  const item = asItem(content);
  const path = item ? undefined : asPath(content);
  const record = item || path ? undefined : asRecord(content);
  const called =
    item?.turns.flatMap((turn) => turn.calls.map(({ tool }) => tool)) ??
    (path && calledBy(path)) ??
    record?.record.calls.map(({ tool }) => tool.trim()).filter((name) => name !== '');
  const tools = useTools(queue, page, called);
  if (item)
    return (
      <ItemForm
        item={item}
        tools={tools}
        onTool={(call, tool) => onContent(withTool(content, call, tool))}
        onArgument={(call, name, value) => onContent(withArgument(content, call, name, value))}
      />
    );
  if (path)
    return (
      <PathForm
        item={path}
        tools={tools}
        onRemove={(at) => onContent(withoutStep(content, at))}
        onLabel={(attempt, label) => onContent(withLabel(content, attempt, label))}
      />
    );
  if (record)
    return (
      <RecordForm
        item={record}
        tools={tools}
        onAdd={() => {
          const [document] = tools.documents;
          if (document) onContent(withCall(content, record, document));
        }}
        onRemove={(at) => onContent(withoutCall(content, record, at))}
      />
    );
  const document = asDocument(content);
  if (document) return <DocumentForm item={document} />;
  const query = asQuery(content);
  if (query) return <QueryForm item={query} />;
  const pair = asPair(content);
  if (pair) return <PairForm item={pair} />;
  return <PlainForm value={content} />;
}
