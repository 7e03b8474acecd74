import type { Language } from '../../../core/t-eval/query.js';
import { DocumentForm } from './document-form.js';
import { PathForm } from './path-form.js';
import { QueryForm } from './query-form.js';
import { asDocument } from './document-content.js';
import { DocumentView } from './document-view.js';
import { asPath, calledBy, flagSentence, stepActions, threadOf } from './path-content.js';
import { PathView } from './path-view.js';
import { asQuery, originOf } from './query-content.js';
import { QueryView } from './query-view.js';
import { contentKind } from '../kinds/content-kind.js';
import { Part } from '../parts/part.js';

const languageWord = (language: Language): string => (language === 'zh' ? 'Chinese' : 'English');

export const path = contentKind({
  as: asPath,
  View: PathView,
  Form: ({ item, content, tools, onContent }) => (
    <PathForm {...{ item, tools }} {...stepActions({ content, onContent })} />
  ),
  called: calledBy,
  thread: threadOf,
  named: ({ recordId }) => recordId,
  Notes: ({ item: { flags } }) =>
    flags.length > 0 && (
      <Part title={`Flags (${flags.length})`} open>
        {flags.map((flag) => (
          <p key={flag} className="finding">
            {flagSentence(flag)}
          </p>
        ))}
      </Part>
    ),
  Facts: ({ item: { recordId, tools, annotated } }) => (
    <>
      <dt>Record</dt>
      <dd>{recordId}</dd>
      <dt>Tools in the set</dt>
      <dd>{tools.join(', ')}</dd>
      <dt>Language</dt>
      <dd>{languageWord(annotated.language)}</dd>
    </>
  ),
});

export const toolDocument = contentKind({
  as: asDocument,
  View: DocumentView,
  Form: DocumentForm,
  named: ({ tool }) => tool.name,
  documents: 'The original document',
});

export const query = contentKind({
  as: asQuery,
  View: QueryView,
  Form: QueryForm,
  named: ({ recordId }) => recordId,
  Facts: ({ item }) => (
    <>
      <dt>Record</dt>
      <dd>{item.recordId}</dd>
      <dt>Requested by</dt>
      <dd>{originOf(item)}</dd>
      <dt>Tools in the set</dt>
      <dd>{item.tools.join(', ')}</dd>
      <dt>Language</dt>
      <dd>{languageWord(item.language)}</dd>
    </>
  ),
});
