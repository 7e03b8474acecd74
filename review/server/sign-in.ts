import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { Actor } from '../../core/review/rules.js';
import { actorOfSession, actorOfToken, SESSION_MS } from '../../store/review/sessions.js';
import type { Store } from '../../store/store.js';
import { refused } from './errors.js';
import type { RouteRequest, SessionAccess } from './route.js';
import { assertCsrf, csrfOf } from './security.js';
import { ownPart } from '../../core/own-part.js';

/** The authenticated user of a request. */
export interface SignedIn {
  readonly actor: Actor;
  readonly by: RouteRequest<never, never>['by'];
}

/** Attempts with a wrong token per address and minute. */
const MAX_WRONG_TRIES = 10;

/**
 * The cookie's name. It contains the store's id, because cookies are shared between ports and two homes may be reviewed
 * at once. With `__Host-`, browsers accept the cookie only from this host and over TLS.
 */
export const cookieName = (store: Store, secure: boolean): string =>
  `${secure ? '__Host-' : ''}benchwright-review-${store.id}`;

/** Authenticates requests, and counts wrong attempts. */
export class Authenticator {
  readonly #cookie: string;
  readonly #tries: ReturnType<FastifyInstance['createRateLimit']>;

  /** @param app with @fastify/cookie and @fastify/rate-limit */
  constructor(
    app: FastifyInstance,
    private readonly store: Store,
    private readonly secure: boolean,
  ) {
    this.#cookie = cookieName(store, secure);
    this.#tries = app.createRateLimit({ max: MAX_WRONG_TRIES, timeWindow: 60_000 });
  }

  /**
   * Authenticates a request by its token, or else by its session. A request that changes something in a session must
   * have its CSRF token. Undefined: the request has neither.
   * @throws SIGN_IN_REFUSED, TOO_MANY_TRIES, REQUEST_REFUSED
   */
  async known(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined> {
    const { authorization } = request.headers;
    if (authorization !== undefined) return this.#byToken(request, reply, authorization);
    const secret = this.secretOf(request);
    const actor = secret === undefined ? undefined : await actorOfSession(this.store, secret);
    if (secret === undefined || actor === undefined) return undefined;
    if (request.method !== 'GET') assertCsrf(request, secret);
    return { actor, by: 'page' };
  }

  async #byToken(request: FastifyRequest, reply: FastifyReply, header: string): Promise<SignedIn> {
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
    const known = await actorOfToken(this.store, token);
    // A valid token is accepted even if others at the same address used too many wrong ones.
    if (known) return { actor: known.actor, by: known.kind === 'script' ? 'script' : 'sign-in token' };
    await this.#assertFewTries(request, reply);
    throw await this.#wrong(request);
  }

  /**
   * Runs an attempt to sign in, unless this address recently had too many wrong ones.
   * @throws SIGN_IN_REFUSED, TOO_MANY_TRIES
   */
  async guarded<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: () => Promise<T | undefined>,
  ): Promise<T> {
    await this.#assertFewTries(request, reply);
    const found = await attempt();
    if (found === undefined) throw await this.#wrong(request);
    return found;
  }

  async #assertFewTries(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const state = await this.#tries(request, { increment: false });
    if (state.isAllowed || state.remaining > 0) return;
    void reply.header('retry-after', String(Math.max(1, state.ttlInSeconds)));
    throw refused(
      'TOO_MANY_TRIES',
      `${MAX_WRONG_TRIES} wrong tries in a minute`,
      'Wait a minute, then try again.',
    );
  }

  async #wrong(request: FastifyRequest): Promise<BenchwrightError> {
    await this.#tries(request);
    return refused(
      'SIGN_IN_REFUSED',
      'no reviewer has this name and token',
      'Check both; `benchwright reviewer renew NAME` gives a new token.',
    );
  }

  secretOf(request: FastifyRequest): string | undefined {
    return ownPart(request.cookies, this.#cookie);
  }

  session(request: FastifyRequest, reply: FastifyReply): SessionAccess {
    const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: this.secure } as const;
    return {
      secret: this.secretOf(request),
      give: (secret) => void reply.setCookie(this.#cookie, secret, { ...cookie, maxAge: SESSION_MS / 1000 }),
      forget: () => void reply.clearCookie(this.#cookie, cookie),
      csrf: csrfOf,
    };
  }
}
