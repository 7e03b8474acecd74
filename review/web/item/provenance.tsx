import type { ItemPage } from '../../../core/review/api.js';
import type { Item } from '../../../core/mtu-bench/item.js';
import type { RecordItem } from '../../../core/correct/record.js';
import type { AnnotatedItem } from '../../../core/t-eval/annotation.js';
import type { Language } from '../../../core/t-eval/query.js';
import type { QueryItem } from '../../../core/t-eval/query-item.js';
import type { ToolPair } from '../../../core/mtu-bench/tool-pairs.js';
import { originOf } from './query-content.js';

interface Props {
  readonly page: ItemPage;
  readonly item: Item | undefined;
  readonly path: AnnotatedItem | undefined;
  /** Nobody has solved it yet. */
  readonly query: QueryItem | undefined;
  readonly record: RecordItem | undefined;
  readonly pair: ToolPair | undefined;
}

const languageWord = (language: Language): string => (language === 'zh' ? 'Chinese' : 'English');

/** Where an item came from. */
export function Provenance({ page, item, path, query, record, pair }: Props) {
  return (
    <dl className="facts">
      {item && (
        <>
          <dt>Source</dt>
          <dd>
            {item.provenance.source} ({item.provenance.split})
          </dd>
          <dt>Record</dt>
          <dd>{item.provenance.recordId}</dd>
          <dt>File</dt>
          <dd>
            {item.provenance.file}, line {item.provenance.line}
          </dd>
          <dt>Licence</dt>
          <dd>{item.provenance.licence}</dd>
          <dt>Date of the dialogue</dt>
          <dd>{item.referenceDay}</dd>
          <dt>Origins</dt>
          <dd>
            {Object.entries(item.origins)
              .map(([part, origin]) => `${part}: ${origin}`)
              .join(', ')}
          </dd>
        </>
      )}
      {path && (
        <>
          <dt>Record</dt>
          <dd>{path.recordId}</dd>
          <dt>Tools in the set</dt>
          <dd>{path.tools.join(', ')}</dd>
          <dt>Language</dt>
          <dd>{languageWord(path.annotated.language)}</dd>
        </>
      )}
      {query && (
        <>
          <dt>Record</dt>
          <dd>{query.recordId}</dd>
          <dt>Requested by</dt>
          <dd>{originOf(query)}</dd>
          <dt>Tools in the set</dt>
          <dd>{query.tools.join(', ')}</dd>
          <dt>Language</dt>
          <dd>{languageWord(query.language)}</dd>
        </>
      )}
      {pair && (
        <>
          <dt>Tools</dt>
          <dd>{pair.recordId}</dd>
          <dt>Distance between names</dt>
          <dd>{pair.distance}</dd>
        </>
      )}
      {record && (
        <>
          <dt>Source</dt>
          <dd>{record.source}</dd>
          <dt>File</dt>
          <dd>
            {record.file}, line {record.line}
          </dd>
          <dt>Id in the file</dt>
          <dd>{record.record.id}</dd>
        </>
      )}
      <dt>Item</dt>
      <dd>
        <code>{page.itemId}</code>
      </dd>
      <dt>Version</dt>
      <dd>
        <code>{page.version}</code>
      </dd>
      <dt>Model calls</dt>
      <dd>
        {page.calls.length === 0
          ? 'none'
          : page.calls.map((call) => (
              <code key={call} className="line">
                benchwright calls show {call}
              </code>
            ))}
      </dd>
    </dl>
  );
}
