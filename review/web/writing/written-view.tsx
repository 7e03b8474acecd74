import type { ToolShown } from '../../../core/review/api.js';
import type { WrittenQuery } from '../../../core/review/written-query.js';
import { Said } from '../item/said.js';
import type { WrittenWords } from './written-words.js';

interface Props {
  readonly item: WrittenQuery;
  /** The query before a reviewer edited it; at first it is empty. */
  readonly original: WrittenQuery | undefined;
  readonly documents: readonly ToolShown[];
  readonly words: WrittenWords;
}

/** A query that a reviewer writes or wrote, with the tools that they suggest. */
export function WrittenView({ item, original, documents, words: { topic, tools, look } }: Props) {
  const { query } = item;
  return (
    <>
      <section className="turn" data-stop tabIndex={-1} aria-label="The query">
        <p className="faint">
          {topic}: {item.topic}
        </p>
        {query === '' ? (
          <p className="note">Nothing is written yet: edit it to write.</p>
        ) : (
          <p className="saying user">
            <span className="who">Query</span>
            {/* A query that was empty at first does not count as changed. */}
            <Said text={query} before={original?.query === '' ? undefined : original?.query} />
          </p>
        )}
      </section>
      {query !== '' &&
        look?.(item, documents).map(({ path, text }) => (
          <p key={path + text} className="finding">
            {text}
          </p>
        ))}
      {tools !== undefined && item.tools !== '' && <tools.View cell={item.tools} />}
    </>
  );
}
