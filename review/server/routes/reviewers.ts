import * as z from 'zod';
import { doneSchema } from '../../../core/review/api.js';
import {
  addReviewerSchema,
  reviewerGivenSchema,
  reviewerSchema,
} from '../../../core/review/lead-requests.js';
import {
  addReviewer,
  revokeReviewer,
  listReviewers,
  renewReviewer,
} from '../../../store/review/reviewers.js';
import type { Store } from '../../../store/store.js';
import { DONE, route, type Route } from '../route.js';

/** Routes that manage reviewers, for admins. */
export const reviewerRoutes = (store: Store): Route[] => [
  route({
    method: 'GET',
    path: '/api/reviewers',
    role: 'admin',
    summary: 'All reviewers',
    answer: z.array(reviewerSchema),
    handle: () => listReviewers(store),
  }),
  route({
    method: 'POST',
    path: '/api/reviewers',
    role: 'admin',
    summary: 'Add a reviewer; returns the token, once',
    body: addReviewerSchema,
    answer: reviewerGivenSchema,
    handle: async ({ body: { name, role } }) => ({ name, token: await addReviewer(store, name, role) }),
  }),
  route({
    method: 'POST',
    path: '/api/reviewers/:name/renew',
    role: 'admin',
    summary: 'Replace a reviewer’s token; ends sessions and script tokens',
    answer: reviewerGivenSchema,
    handle: async ({ params: { name = '' } }) => ({ name, token: await renewReviewer(store, name) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/reviewers/:name',
    role: 'admin',
    summary: 'Revoke a reviewer’s access; decisions are kept',
    answer: doneSchema,
    handle: async ({ params: { name = '' } }) => {
      await revokeReviewer(store, name);
      return DONE;
    },
  }),
];
