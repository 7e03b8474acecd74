import type { CredentialNeed, FoundCredential } from './credential-needs.js';

const FIELDS = { header: 'headers', query: 'query', cookie: 'cookies' } as const;

/** `header authorization (bearerAuth)`: where a credential is sent, and its scheme. */
export const credentialText = ({ scheme, type, in: place, name = '' }: FoundCredential): string =>
  place === undefined ? `${type} (${scheme}), which cannot be sent` : `${place} ${name} (${scheme})`;

/** The configuration lines that would send the required credentials; credentials that cannot be sent have none. */
export function configurationLines({
  host,
  credentials,
}: Pick<CredentialNeed, 'host' | 'credentials'>): string[] {
  return credentials.flatMap(({ in: place, name, as, from }) =>
    place === undefined || name === undefined || from !== undefined
      ? []
      : [
          `tools.${FIELDS[place]}: { '${host}': [{ name: '${name}', from: 'VARIABLE'${as === undefined ? '' : `, as: '${as}'`} }] }`,
        ],
  );
}
