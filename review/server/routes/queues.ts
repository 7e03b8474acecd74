import * as z from 'zod';
import {
  doneSchema,
  filterSchema,
  itemListSchema,
  ITEM_ORDERS,
  lastDecisionSchema,
  queueLineSchema,
  queueSchema,
} from '../../../core/review/api.js';
import { claimedSchema, claimRequestSchema } from '../../../core/review/item-requests.js';
import {
  assignResultSchema,
  assignSchema,
  bulkResultSchema,
  bulkSchema,
  bulkUndoneSchema,
  guidelineSchema,
  guidelineSetSchema,
  shareSchema,
  undoBulkSchema,
  undoGuidelineSchema,
} from '../../../core/review/lead-requests.js';
import { kindShown } from '../../../families/review-kinds.js';
import type { AssignResult, ReviewService } from '../../../store/review/review-service.js';
import { present } from '../present.js';
import { DONE, route, type Route } from '../route.js';

/** Items per page of a list: the default, and the maximum. */
const PAGE = { usual: 50, most: 200 };

const itemsQuery = filterSchema.extend({
  order: z.enum(ITEM_ORDERS).optional(),
  // Query parameters are strings.
  mine: z
    .literal('true')
    .transform(() => true as const)
    .optional(),
  items: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().min(1).max(100)).max(500))
    .optional(),
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(PAGE.most).default(PAGE.usual),
});

/** Queues, their lists, and a lead's actions on a whole queue. */
export const queueRoutes = (service: ReviewService): Route[] => [
  route({
    method: 'GET',
    path: '/api/queues',
    role: 'annotator',
    summary: 'All queues, with the requesting reviewer’s pending items',
    answer: z.array(queueLineSchema),
    handle: ({ actor }) => service.queues(actor),
  }),
  route({
    method: 'GET',
    path: '/api/queues/:queue',
    role: 'annotator',
    summary: 'A queue with its rounds, guideline and filter values',
    answer: queueSchema,
    handle: async ({ actor, params: { queue = '' } }) => {
      const view = await service.queue(queue, actor);
      return { ...view, kind: await kindShown(view.family) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/queues/:queue/items',
    role: 'annotator',
    summary: 'Items of a queue, paged',
    query: itemsQuery,
    answer: itemListSchema,
    handle: ({ actor, params: { queue = '' }, query: { after, limit, order, ...filter } }) =>
      service.items(queue, actor, present(filter), present({ after, limit, order })),
  }),
  route({
    method: 'GET',
    path: '/api/queues/:queue/last-decision',
    role: 'annotator',
    summary: 'The requesting reviewer’s last decision that can still be undone',
    answer: lastDecisionSchema,
    handle: ({ actor, params: { queue = '' } }) => service.lastDecision(queue, actor),
  }),
  route({
    method: 'POST',
    path: '/api/queues/:queue/claim',
    role: 'annotator',
    summary: 'Claim the next item in policy order, or a given one',
    body: claimRequestSchema,
    answer: claimedSchema,
    handle: async ({ actor, params: { queue = '' }, body, kind }) =>
      service.claim(queue, actor, present({ ...body, filter: present(body.filter) }), await kind()),
  }),
  route({
    method: 'POST',
    path: '/api/queues/:queue/bulk',
    role: 'admin',
    summary: 'Decide on all matching items: first a preview, then with its count',
    body: bulkSchema,
    answer: bulkResultSchema,
    handle: async ({ actor, params: { queue = '' }, body, kind }) =>
      service.bulk(queue, actor, present({ ...body, filter: present(body.filter) }), await kind()),
  }),
  route({
    method: 'POST',
    path: '/api/queues/:queue/bulk/undo',
    role: 'admin',
    summary: 'Undo a bulk decision by its key',
    body: undoBulkSchema,
    answer: bulkUndoneSchema,
    handle: ({ actor, params: { queue = '' }, body }) => service.undoBulk(queue, actor, body),
  }),
  route({
    method: 'POST',
    path: '/api/queues/:queue/guideline',
    role: 'admin',
    summary:
      'Set a new guideline, and what happens to items decided under the old one: first a preview, then with its count',
    body: guidelineSchema,
    answer: guidelineSetSchema,
    handle: async ({ actor, params: { queue = '' }, body }) => {
      const { sample, ...result } = await service.setGuideline(queue, actor, present(body));
      return { ...result, sample: [...sample] };
    },
  }),
  route({
    method: 'POST',
    path: '/api/queues/:queue/guideline/undo',
    role: 'admin',
    summary: 'Settle items as before that a new guideline sent through review again; the guideline stays',
    body: undoGuidelineSchema,
    answer: bulkUndoneSchema,
    handle: ({ actor, params: { queue = '' }, body }) => service.undoGuideline(queue, actor, body),
  }),
  route({
    method: 'POST',
    path: '/api/queues/:queue/assign',
    role: 'admin',
    summary: 'Assign matching items to a reviewer: first a preview, then with its count',
    body: assignSchema,
    answer: assignResultSchema,
    handle: async ({ actor, params: { queue = '' }, body }) =>
      assigned(await service.assign(queue, actor, present({ ...body, filter: present(body.filter) }))),
  }),
  route({
    method: 'POST',
    path: '/api/queues/:queue/unassign',
    role: 'admin',
    summary: 'Unassign items of a reviewer, with a preview as well',
    body: assignSchema,
    answer: assignResultSchema,
    handle: async ({ actor, params: { queue = '' }, body }) =>
      assigned(await service.unassign(queue, actor, present({ ...body, filter: present(body.filter) }))),
  }),
  route({
    method: 'POST',
    path: '/api/queues/:queue/shares',
    role: 'admin',
    summary: 'Set a reviewer’s maximum number of decisions in the queue',
    body: shareSchema,
    answer: doneSchema,
    handle: async ({ actor, params: { queue = '' }, body }) => {
      await service.setShare(queue, actor, body);
      return DONE;
    },
  }),
];

const assigned = ({ sample, ...result }: AssignResult) => ({ ...result, sample: [...sample] });
