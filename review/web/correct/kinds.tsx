import { RecordForm } from './record-form.js';
import { asRecord, recordActions, threadOf } from './record-content.js';
import { RecordFindingView, RecordView } from './record-view.js';
import { contentKind } from '../kinds/content-kind.js';
import { Part } from '../parts/part.js';

export const record = contentKind({
  as: asRecord,
  View: RecordView,
  Form: ({ item, content, tools, onContent }) => (
    <RecordForm {...{ item, tools }} {...recordActions(item, { content, tools, onContent })} />
  ),
  thread: threadOf,
  named: ({ record: { id }, recordId }) => `${id} (${recordId})`,
  called: (item) => item.record.calls.map(({ tool }) => tool.trim()).filter((name) => name !== ''),
  Notes: ({ item: { findings } }) =>
    findings.length > 0 && (
      <Part title={`Findings (${findings.length})`} open>
        {findings.map((finding, at) => (
          <RecordFindingView key={at} finding={finding} />
        ))}
      </Part>
    ),
  Facts: ({ item: { source, file, line, record: words } }) => (
    <>
      <dt>Source</dt>
      <dd>{source}</dd>
      <dt>File</dt>
      <dd>
        {file}, line {line}
      </dd>
      <dt>Id in the file</dt>
      <dd>{words.id}</dd>
    </>
  ),
});
