import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { QueueKind } from '../../core/review/kind.js';
import { REVIEWER_ROLES, type ReviewerRole } from '../../core/review/policy.js';
import type { Actor } from '../../core/review/rules.js';

/**
 * Who may use a route: `anyone` without signing in, else the least role. Roles are in order: an admin may do what an
 * adjudicator may, and that one what an annotator may.
 */
export type RouteRole = 'anyone' | ReviewerRole;
export const ROUTE_ROLES: readonly RouteRole[] = ['anyone', ...REVIEWER_ROLES];

/** Whether a role is enough for a route. */
export const roleSuffices = (role: ReviewerRole, needed: RouteRole): boolean =>
  ROUTE_ROLES.indexOf(role) >= ROUTE_ROLES.indexOf(needed);

/** What a handler knows of a request once everything about it has been checked. */
export interface RouteRequest<Body, Query> {
  /** Absent only where anyone may ask. */
  readonly actor: Actor;
  /** `script` where a program's token was shown. */
  readonly by: 'page' | 'sign-in token' | 'script';
  /** Parts of the path by name, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
  /** The kind of the queue in the path. */
  readonly kind: () => Promise<QueueKind>;
  readonly session: SessionAccess;
  /** Lets somebody try to sign in, while there were not too many wrong tries. @throws SIGN_IN_REFUSED, TOO_MANY_TRIES */
  readonly guarded: <T>(attempt: () => Promise<T | undefined>) => Promise<T>;
}

/** What a handler may do with the page's session. */
export interface SessionAccess {
  /** The secret that the request came with. */
  readonly secret: string | undefined;
  /** Answers with the cookie of a session that was opened. */
  give(secret: string): void;
  /** Answers that the cookie is to be forgotten. */
  forget(): void;
  /** What the header `x-csrf-token` must say in the session of a secret. */
  csrf(secret: string): string;
}

/** A file as the answer. */
export interface FileAnswer {
  readonly contentType: string;
  readonly name: string;
  readonly body: Readable | string;
}

/** One row of the table of routes: what it takes, what it gives, and who may. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As Fastify writes it: `/api/queues/:queue`. */
  readonly path: string;
  readonly role: RouteRole;
  /** One line for the OpenAPI document. */
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  /** What it answers: JSON of a schema, or a file of one of these types. */
  readonly answer: z.ZodType | { readonly files: readonly string[] };
  /** Bytes; less than the server takes elsewhere. */
  readonly bodyLimit?: number;
  readonly handle: (asked: RouteRequest<never, never>) => Promise<unknown>;
}

interface TypedRoute<
  Body extends z.ZodType,
  Query extends z.ZodObject,
  Answer extends z.ZodType,
> extends Omit<Route, 'body' | 'query' | 'answer' | 'handle'> {
  readonly body?: Body;
  readonly query?: Query;
  readonly answer: Answer;
  readonly handle: (asked: RouteRequest<z.output<Body>, z.output<Query>>) => Promise<z.input<Answer>>;
}

/** A route whose handler is held to its schemas by the compiler. */
export const route = <Body extends z.ZodType, Query extends z.ZodObject, Answer extends z.ZodType>(
  typed: TypedRoute<Body, Query, Answer>,
): Route => typed;

interface FileRoute<Query extends z.ZodObject> extends Omit<Route, 'body' | 'query' | 'answer' | 'handle'> {
  readonly query?: Query;
  readonly files: readonly string[];
  readonly handle: (asked: RouteRequest<never, z.output<Query>>) => Promise<FileAnswer>;
}

/** A route that answers with a file. */
export const fileRoute = <Query extends z.ZodObject>({ files, ...typed }: FileRoute<Query>): Route => ({
  ...typed,
  answer: { files },
});

/** The answer where there is nothing to say. */
export const DONE = { done: true } as const;
