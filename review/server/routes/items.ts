import * as z from 'zod';
import {
  doneSchema,
  itemPageSchema,
  similarItemsSchema,
  toolListSchema,
  toolShownSchema,
} from '../../../core/review/api.js';
import {
  checkedSchema,
  checkRequestSchema,
  claimedSchema,
  commentSchema,
  decideSchema,
  flagSchema,
  recordedSchema,
  renewedSchema,
  reopenSchema,
  resolveSchema,
  skipSchema,
  tokenSchema,
  undoSchema,
  type Recorded,
} from '../../../core/review/item-requests.js';
import type { Actor } from '../../../core/review/rules.js';
import type { FindSimilar } from '../../../families/similar-items.js';
import type { ReviewService } from '../../../store/review/review-service.js';
import { checkedEdit, confirmationOf } from '../../../store/review/checked-edit.js';
import { refused } from '../errors.js';
import { present, type Present } from '../present.js';
import { DONE, route, type Route } from '../route.js';

const ITEM = '/api/queues/:queue/items/:id';

/** A route for an act on an item that is recorded as an event. */
const recording = <Body extends z.ZodType<object>>(
  act: string,
  summary: string,
  body: Body,
  record: (queue: string, itemId: string, actor: Actor, asked: Present<z.output<Body>>) => Promise<Recorded>,
): Route =>
  route({
    ...{ method: 'POST', path: `${ITEM}/${act}`, role: 'annotator', summary, body, answer: recordedSchema },
    handle: ({ actor, params: { queue = '', id = '' }, body: asked }) =>
      record(queue, id, actor, present(asked)),
  });

/** Routes of one item: show it, claim it, decide on it. */
export const itemRoutes = (service: ReviewService, similar: FindSimilar): Route[] => [
  route({
    method: 'GET',
    path: `${ITEM}/similar`,
    role: 'annotator',
    summary: 'Undecided items that are like this one',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(12) }),
    answer: similarItemsSchema,
    handle: ({ actor, params: { queue = '', id = '' }, query: { limit } }) =>
      similar(queue, id, actor, limit),
  }),
  route({
    method: 'GET',
    path: ITEM,
    role: 'annotator',
    summary: 'An item as visible to the requesting reviewer',
    answer: itemPageSchema,
    handle: async ({ actor, params: { queue = '', id = '' }, kind }) =>
      service.item(queue, id, actor, await kind()),
  }),
  route({
    method: 'GET',
    path: `${ITEM}/tools`,
    role: 'annotator',
    summary: 'Tools that a call of the item may use',
    answer: toolListSchema,
    handle: async ({ actor, params: { queue = '', id = '' }, kind }) => {
      const its = await kind();
      return its.tools((await service.item(queue, id, actor, its)).content);
    },
  }),
  route({
    method: 'GET',
    path: `${ITEM}/tools/:tool`,
    role: 'annotator',
    summary: 'The document of one of these tools',
    answer: toolShownSchema,
    handle: async ({ actor, params: { queue = '', id = '', tool = '' }, kind }) => {
      const its = await kind();
      const found = its.tool((await service.item(queue, id, actor, its)).content, tool);
      if (found) return found;
      throw refused('NO_SUCH_PATH', `no tool ${tool}`, 'Choose one of those that the item lists.');
    },
  }),
  route({
    method: 'POST',
    path: `${ITEM}/renew`,
    role: 'annotator',
    summary: 'Extend a lease',
    body: tokenSchema,
    answer: renewedSchema,
    handle: ({ actor, params: { queue = '', id = '' }, body }) => service.renew(queue, id, actor, body.token),
  }),
  route({
    method: 'POST',
    path: `${ITEM}/release`,
    role: 'annotator',
    summary: 'Release a lease',
    body: tokenSchema,
    answer: doneSchema,
    handle: async ({ actor, params: { queue = '', id = '' }, body }) => {
      await service.release(queue, id, actor, body.token);
      return DONE;
    },
  }),
  route({
    method: 'POST',
    path: `${ITEM}/takeover`,
    role: 'admin',
    summary: 'Take over a lease',
    answer: claimedSchema,
    handle: async ({ actor, params: { queue = '', id = '' }, kind }) =>
      service.takeOver(queue, id, actor, await kind()),
  }),
  route({
    method: 'POST',
    path: `${ITEM}/decide`,
    role: 'annotator',
    summary: 'Approve, edit or reject; idempotent by key',
    body: decideSchema,
    answer: recordedSchema,
    handle: async ({ actor, params: { queue = '', id = '' }, body, kind }) =>
      service.decide(queue, id, actor, body, await kind()),
  }),
  recording('undo', 'Undo a decision within its round', undoSchema, (...asked) => service.undo(...asked)),
  recording('skip', 'Skip an item', skipSchema, (...asked) => service.skip(...asked)),
  recording('flag', 'Set or remove a flag', flagSchema, (...asked) => service.flag(...asked)),
  recording(
    'comment',
    'Add a comment, or answer one; in a blind round others see it once the round is settled',
    commentSchema,
    (...asked) => service.comment(...asked),
  ),
  recording('resolve', 'Mark a thread of comments as resolved, or as open again', resolveSchema, (...asked) =>
    service.resolve(...asked),
  ),
  {
    ...recording('reopen', 'Send a settled item through its rounds again', reopenSchema, (...asked) =>
      service.reopen(...asked),
    ),
    role: 'admin',
  },
  route({
    method: 'POST',
    path: `${ITEM}/check`,
    role: 'annotator',
    summary: 'Check an edit against schema and checks of its kind, before it is submitted',
    body: checkRequestSchema,
    answer: checkedSchema,
    handle: async ({ actor, params: { queue = '', id = '' }, body, kind }) => {
      const its = await kind();
      const { content } = await service.item(queue, id, actor, its);
      const checked = await checkedEdit(its, id, content, body.content);
      if (!checked.ok) return { problems: [...checked.problems] };
      const confirm = confirmationOf(checked.findings);
      return {
        ...{ version: checked.version, content: checked.content, problems: [...checked.findings] },
        ...(confirm === undefined ? {} : { confirm }),
        ...(checked.callsAgain && { callsAgain: [...checked.callsAgain] }),
      };
    },
  }),
];
