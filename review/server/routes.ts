import type { Readable } from 'node:stream';
import type { Agreement, Stats } from '../../core/review/api-stats.js';
import type { ReviewService } from '../../store/review/review-service.js';
import type { Store } from '../../store/store.js';
import type { Route } from './route.js';
import { figureRoutes } from './routes/figures.js';
import { itemRoutes } from './routes/items.js';
import { queueRoutes } from './routes/queues.js';
import { reviewerRoutes } from './routes/reviewers.js';
import { sessionRoutes } from './routes/session.js';

/** What is worked out from the events of a queue. */
export interface ReviewFigures {
  stats(queue: string): Promise<Stats>;
  agreement(queue: string): Promise<Agreement[]>;
  /** The table behind the agreement: a line an item, reviewer and field. */
  agreementCsv(queue: string): Promise<string | Readable>;
  events(queue: string, format: 'jsonl' | 'csv'): Promise<Readable>;
}

/** The one table of routes: what is not in it cannot be asked. */
export const routesOf = (deps: {
  readonly store: Store;
  readonly service: ReviewService;
  readonly figures: ReviewFigures;
}): Route[] => [
  ...sessionRoutes(deps.store),
  ...queueRoutes(deps.service),
  ...itemRoutes(deps.service),
  ...figureRoutes(deps.figures),
  ...reviewerRoutes(deps.store),
];
