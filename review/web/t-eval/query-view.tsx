import type { QueryItem } from '../../../core/t-eval/query-item.js';
import { AskedQuery } from './asked-query.js';

interface Props {
  readonly item: QueryItem;
  /** The query as the models left it, if it has been edited since. */
  readonly original: QueryItem | undefined;
}

/** A query without a path; the documents of its tools are shown beside it. */
export function QueryView({ item, original }: Props) {
  return (
    <section className="turn" data-stop tabIndex={-1} aria-label="The query">
      <AskedQuery {...item} before={original?.query} path="query" />
    </section>
  );
}
