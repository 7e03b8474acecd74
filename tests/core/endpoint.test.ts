import { describe, expect, it } from 'vitest';
import { endpointOf, namedEndpoint } from '../../core/endpoint.js';

describe('the endpoint of a provider', () => {
  it.each<[string, { name?: string; baseUrl?: string }, string]>([
    ['is its own address without a base URL', {}, 'https://api.openai.com/v1'],
    [
      'is its own however it is written',
      { baseUrl: 'https://API.openai.com/v1/' },
      'https://api.openai.com/v1',
    ],
    [
      'is its own whatever the name says of it',
      { name: 'lab', baseUrl: 'https://api.openai.com/v1' },
      'https://api.openai.com/v1',
    ],
    [
      'is origin and path, without credentials and query',
      { baseUrl: 'https://me:secret@host:8443/a/v1/?key=secret#secret' },
      'https://host:8443/a/v1',
    ],
    ['is its name, where it has one', { name: 'lab', baseUrl: 'http://10.0.0.1:8000/v1' }, 'lab'],
    [
      'keeps no credentials of a name that is an address',
      { name: 'http://me:secret@old:1/v1?key=secret', baseUrl: 'http://new:2/v1' },
      'http://old:1/v1',
    ],
  ])('%s', (_, settings, endpoint) => {
    expect(endpointOf('openai', settings)).toBe(endpoint);
  });

  it('is named in requests only where it is not the provider’s own, so that old keys stay', () => {
    expect(namedEndpoint('openai', undefined)).toEqual({});
    expect(namedEndpoint('anthropic', 'https://api.anthropic.com')).toEqual({});
    expect(namedEndpoint('openai', 'https://api.anthropic.com')).toEqual({
      endpoint: 'https://api.anthropic.com',
    });
  });
});
