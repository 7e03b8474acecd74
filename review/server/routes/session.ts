import { doneSchema, meSchema, signInSchema } from '../../../core/review/api.js';
import { newTokenSchema, tokenGivenSchema } from '../../../core/review/lead-requests.js';
import { addScriptToken, endSession, openSession } from '../../../store/review/sessions.js';
import type { Store } from '../../../store/store.js';
import { refused } from '../errors.js';
import { DONE, route, type Route } from '../route.js';

/** Signing in, signing out, and tokens for scripts. */
export const sessionRoutes = (store: Store): Route[] => [
  route({
    method: 'POST',
    path: '/api/session',
    role: 'anyone',
    summary: 'Sign in with name and token; sets the session cookie',
    body: signInSchema,
    answer: meSchema,
    bodyLimit: 4096,
    handle: ({ body, session, guarded }) =>
      guarded(async () => {
        const opened = await openSession(store, body.name, body.token);
        if (!opened) return undefined;
        // A new sign-in ends the browser's previous session.
        if (session.secret !== undefined) await endSession(store, session.secret);
        session.give(opened.secret);
        return { ...opened.actor, csrf: session.csrf(opened.secret) };
      }),
  }),
  route({
    method: 'DELETE',
    path: '/api/session',
    role: 'annotator',
    summary: 'Sign out',
    answer: doneSchema,
    handle: async ({ session }) => {
      if (session.secret !== undefined) await endSession(store, session.secret);
      session.forget();
      return DONE;
    },
  }),
  route({
    method: 'GET',
    path: '/api/me',
    role: 'annotator',
    summary: 'The signed-in reviewer and the value for the header x-csrf-token',
    answer: meSchema,
    handle: async ({ actor, by, session }) => ({
      ...actor,
      csrf: by === 'page' && session.secret !== undefined ? session.csrf(session.secret) : '',
    }),
  }),
  route({
    method: 'POST',
    path: '/api/tokens',
    role: 'annotator',
    summary: 'Create a script token for the requesting reviewer; returned once',
    body: newTokenSchema,
    answer: tokenGivenSchema,
    handle: ({ actor, by, body }) => {
      // Otherwise a leaked token could stay valid for ever by creating its own successors.
      if (by === 'script')
        throw refused(
          'REVIEW_FORBIDDEN',
          'a script that asks for a token',
          'Sign in on the page and create the token there.',
        );
      return addScriptToken(store, actor.name, body);
    },
  }),
];
