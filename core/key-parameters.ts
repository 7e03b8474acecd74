import type { ApiOrigin, ApiParameter, ArgumentPlace, LibraryApi, LibraryTool } from './tool-library.js';

/** A place of a request by its name on the wire. */
interface WirePlace {
  readonly in: string;
  readonly name: string;
}

/** Names of headers are the same in capitals. */
export const wireKey = ({ in: place, name }: WirePlace): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;

/** The parameters of an API that carry a credential, by its places. */
const keyNames = (places: readonly ArgumentPlace[], keys: readonly WirePlace[]): ReadonlySet<string> => {
  const known = new Set(keys.map(wireKey));
  return new Set(
    places.filter(({ in: place, as }) => known.has(wireKey({ in: place, name: as }))).map(({ name }) => name),
  );
};

/** The places in which a document's credentials are sent, whichever of them are used. */
const documentedKeys = (origin: ApiOrigin): WirePlace[] =>
  origin.kind === 'openapi'
    ? (origin.credentials ?? [])
        .flat()
        .flatMap(({ in: place, name }) =>
          place === undefined || name === undefined ? [] : [{ in: place, name }],
        )
    : [];

/**
 * An API without the parameters that carry a key: a credential is sent along with each call and is nothing that a model
 * can know, so it is neither offered nor asked for.
 * @param configured places of credentials by the configuration, besides those of the document
 */
export function withoutKeyParameters(api: LibraryApi, configured: readonly WirePlace[] = []): LibraryApi {
  const { origin } = api;
  if (origin.kind !== 'openapi') return api;
  const names = keyNames(origin.places, [...documentedKeys(origin), ...configured]);
  if (names.size === 0) return api;
  const others = (list: readonly ApiParameter[]) => list.filter(({ name }) => !names.has(name));
  return {
    ...api,
    required: others(api.required),
    optional: others(api.optional),
    origin: { ...origin, places: origin.places.filter(({ name }) => !names.has(name)) },
  };
}

/** Tools without parameters that carry a key. @param configured of an API's requests, by the configuration */
export const withoutKeys = (
  tools: readonly LibraryTool[],
  configured: (origin: ApiOrigin) => readonly WirePlace[],
): LibraryTool[] =>
  tools.map((tool) => ({
    ...tool,
    apis: tool.apis.map((api) => withoutKeyParameters(api, configured(api.origin))),
  }));

/** Names that carry a key in nearly all documents, and those that do if the description says so. */
const KEY_NAME =
  /^(?:x[-_])?(?:(?:api|app|auth|access|subscription|client|private|secret)[-_]?(?:key|token|secret|id)|appid|apikey|authorization|sessionid|session[-_]token)$/i;
const MAYBE = /^(?:key|token|auth|secret|password|session)$/i;
const SAYS_KEY = /\b(?:api[- _]?key|access token|auth(?:entication|orization)? token|credential|secret)\b/i;

/** Parameters that look as if they carry a key, with their places. */
export function likelyKeys({ origin, required, optional }: LibraryApi): ArgumentPlace[] {
  if (origin.kind !== 'openapi') return [];
  const said = new Map([...required, ...optional].map(({ name, description }) => [name, description]));
  return origin.places.filter(({ name, in: place, as }) => {
    if (place !== 'query' && place !== 'header' && place !== 'cookie') return false;
    if (/[-_]?id$/i.test(as) && !/^(?:appid|sessionid)$/i.test(as))
      return SAYS_KEY.test(said.get(name) ?? '');
    return KEY_NAME.test(as) || (MAYBE.test(as) && SAYS_KEY.test(said.get(name) ?? ''));
  });
}
