import type { QueryItem } from '../../../core/t-eval/query-item.js';
import { AskedQuery } from './asked-query.js';

interface Props {
  readonly item: QueryItem;
  /** As the models left it, where it has been edited since. */
  readonly original: QueryItem | undefined;
}

/** A query before anybody has solved it; the documents of its tools stand beside it. */
export function QueryView({ item, original }: Props) {
  return (
    <section className="turn" data-stop tabIndex={-1} aria-label="The query">
      <AskedQuery {...item} before={original?.query} path="query" />
    </section>
  );
}
