import type { ComponentType } from 'react';
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

/** What a family calls the parts of a query that people write for it. */
export interface WrittenWords {
  /** What a query is about, as a fact's name: `Domain`. */
  readonly topic: string;
  /** How suggested tools are typed in and shown. Absent: nobody suggests tools. */
  readonly tools?: {
    readonly label: string;
    readonly hint: string;
    readonly View: ComponentType<{ readonly cell: string }>;
  };
}

/** The content as a query that somebody writes; undefined for what is none. */
const asWritten = (content: JsonValue): WrittenQuery | undefined =>
  writtenQuerySchema.safeParse(content).data;

/** How queries that people write are shown and written. */
export const writtenQueryKind = (words: WrittenWords): ContentKind =>
  contentKind({
    as: asWritten,
    View: ({ item, original }) => <WrittenView item={item} original={original} words={words} />,
    Form: ({ item }) => <WrittenForm item={item} words={words} />,
    Notes: ({ item }) => <Findings item={item} />,
    Facts: ({ item: { topic, language } }) => (
      <>
        <dt>{words.topic}</dt>
        <dd>{topic}</dd>
        <dt>Language</dt>
        <dd>{language === 'en' ? 'English' : 'Chinese'}</dd>
      </>
    ),
  });

/** What the checks find in what is written, for whoever reads it next. */
function Findings({ item }: { readonly item: WrittenQuery }) {
  const found = item.query === '' ? [] : checkWrittenQuery(item, item);
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
