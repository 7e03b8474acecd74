import type { ItemPage } from '../../../core/review/api.js';
import { Conversation } from './conversation.js';
import { asDocument } from './document-content.js';
import { DocumentView } from './document-view.js';
import { asIntent } from './intent-content.js';
import { IntentView } from './intent-view.js';
import { asItem } from './item-content.js';
import { JsonView } from './json-view.js';
import { asPath } from './path-content.js';
import { asQuery } from './query-content.js';
import { QueryView } from './query-view.js';
import { asRecord } from './record-content.js';
import { RecordView } from './record-view.js';
import { PathView } from './path-view.js';

/** What is judged, as its family's readers see it; names and values where there is no view of its own. */
export function ContentView({ page }: { readonly page: ItemPage }) {
  const { content, original, documents } = page;
  const edited = page.version !== page.originalVersion;
  const item = asItem(content);
  if (item)
    return (
      <Conversation item={item} original={edited ? asItem(original) : undefined} documents={documents} />
    );
  const path = asPath(content);
  if (path)
    return <PathView item={path} original={edited ? asPath(original) : undefined} documents={documents} />;
  const record = asRecord(content);
  if (record)
    return (
      <RecordView item={record} original={edited ? asRecord(original) : undefined} documents={documents} />
    );
  const document = asDocument(content);
  if (document) return <DocumentView item={document} original={edited ? asDocument(original) : undefined} />;
  const query = asQuery(content);
  if (query) return <QueryView item={query} original={edited ? asQuery(original) : undefined} />;
  const intent = asIntent(content);
  if (intent) return <IntentView item={intent} />;
  return <JsonView value={content} />;
}
