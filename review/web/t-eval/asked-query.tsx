import { Fold } from '../parts/fold.js';
import { WordDiff } from '../parts/word-diff.js';
import { Said } from '../item/said.js';

interface Props {
  readonly role: string;
  readonly query: string;
  readonly generated: string;
  /** The text before it was edited. */
  readonly before: string | undefined;
  /** Path of the text in the content. */
  readonly path: string;
}

/** The query and its role, with the query as it was before refinement. */
export function AskedQuery({ role, query, generated, before, path }: Props) {
  return (
    <>
      <p className="saying user">
        <span className="who">{role}</span>
        <Said text={query} before={before} path={path} />
      </p>
      {generated !== query && (
        <Fold title={<span className="faint">As generated, before refinement</span>}>
          <WordDiff before={generated} after={query} />
        </Fold>
      )}
    </>
  );
}
