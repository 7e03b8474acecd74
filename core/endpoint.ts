/** Providers whose servers others can stand in for. */
export type ReachedKind = 'openai' | 'anthropic';

/** How a provider is reached, as far as its endpoint's identity depends on it. */
export interface EndpointSettings {
  readonly name?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** Where a provider's calls go if the configuration names no other server. */
export const OWN_BASE_URL: Readonly<Record<ReachedKind, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
};

/** An address without credentials, query and final slash; undefined for what is none. */
export function originAndPath(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, pathname } = new URL(url);
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${pathname.replace(/\/+$/, '')}` : undefined;
}

/** What identifies a provider's endpoint: its configured name, else its origin and path. */
export function endpointOf(kind: ReachedKind, { name, baseUrl }: EndpointSettings): string {
  const address = originAndPath(baseUrl ?? OWN_BASE_URL[kind]) ?? OWN_BASE_URL[kind];
  if (name === undefined || address === OWN_BASE_URL[kind]) return address;
  return originAndPath(name) ?? name;
}

/** The endpoint as requests and exports name it: left out where it is the provider's own, as before endpoints were. */
export const namedEndpoint = (kind: string, endpoint: string | undefined): { readonly endpoint?: string } =>
  endpoint === undefined || endpoint === OWN_BASE_URL[kind as ReachedKind] ? {} : { endpoint };
