import type { JsonValue } from '../../../core/canonical.js';
import {
  checkWrittenQuery,
  writtenQuerySchema,
  type WrittenQuery,
} from '../../../core/review/written-query.js';
import { contentKind, type ContentKind } from '../kinds/content-kind.js';
import { Part } from '../parts/part.js';
import { WrittenForm } from './written-form.js';
import { WrittenView } from './written-view.js';
import type { WrittenWords } from './written-words.js';

/** The content as a query written by a reviewer; undefined if it is not one. */
const asWritten = (content: JsonValue): WrittenQuery | undefined =>
  writtenQuerySchema.safeParse(content).data;

/** The view and form of queries that reviewers write. */
export const writtenQueryKind = (words: WrittenWords): ContentKind =>
  contentKind({
    as: asWritten,
    View: (shown) => <WrittenView {...shown} words={words} />,
    Form: ({ item }) => <WrittenForm item={item} words={words} />,
    named: ({ topic }, itemId) => `${topic}, ${itemId}`,
    Notes: ({ item }) => <Findings item={item} lengths={words.lengths} />,
    Facts: ({ item: { topic, language } }) => (
      <>
        <dt>{words.topic}</dt>
        <dd>{topic}</dd>
        <dt>Language</dt>
        <dd>{language === 'en' ? 'English' : 'Chinese'}</dd>
      </>
    ),
  });

/** The checks' findings about a written query, for its next reviewer. */
function Findings({ item, lengths }: { readonly item: WrittenQuery } & Pick<WrittenWords, 'lengths'>) {
  const found = item.query === '' ? [] : checkWrittenQuery(item, item, lengths);
  return found.length === 0 ? null : (
    <Part title={`Findings (${found.length})`} open>
      {found.map(({ path, text }) => (
        <p key={path + text} className="finding">
          {text}
        </p>
      ))}
    </Part>
  );
}
