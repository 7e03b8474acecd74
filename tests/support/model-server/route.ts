import type { IncomingHttpHeaders } from 'node:http';

/** A request for something else than a model's answer. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Where the server is, for addresses in answers. */
  readonly origin: string;
}

/** What it is answered with; `reset`: the connection is lost instead. */
export type Routed = { readonly json: object } | { readonly text: string } | { readonly reset: true };

/** The calls that one part of a provider's protocol knows; undefined for those of others. */
export type Route = (call: Call) => Promise<Routed | undefined>;
