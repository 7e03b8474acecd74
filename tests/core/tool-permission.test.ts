import { describe, expect, it } from 'vitest';
import { effectOf, matchesName, permissionOf } from '../../core/tool-permission.js';
import { toolsConfigSchema } from '../../core/tools-config.js';
import { mcpTool, operation } from '../support/tool-server.js';

const at = 'https://api.example';
const rules = (more: object, servers: Record<string, string> = {}) => ({
  config: toolsConfigSchema.parse({ allowHosts: ['api.example', '127.0.0.1:1', 'plain.example'], ...more }),
  servers,
});

describe('what may be called', () => {
  it.each([
    ['GET', {}, true, 'reads'],
    ['HEAD', {}, true, 'reads'],
    ['POST', {}, 'allowed call', 'changes'],
    ['DELETE', {}, 'allowed call', 'destroys'],
    ['POST', { allowMethods: ['GET', 'POST'] }, true, 'changes'],
    ['POST', { allowCalls: ['Shop.buy'] }, true, 'changes'],
    ['DELETE', { allowCalls: ['Shop.*'] }, true, 'destroys'],
    ['POST', { allowCalls: ['Shop.bu'] }, 'allowed call', 'changes'],
    ['GET', { allowMethods: ['POST'] }, 'allowed call', 'reads'],
  ])('%s with %j', (method, more, allowed, effect) => {
    const found = permissionOf(rules(more), 'Shop.buy', operation(at, 'buy', method).origin);
    expect(found).toEqual(
      allowed === true ? { allowed, effect } : { allowed: false, effect, lacks: allowed },
    );
  });

  it.each([
    [{ readOnly: true }, {}, true, 'reads'],
    [{}, {}, 'allowed call', 'changes'],
    [{ idempotent: true }, {}, 'allowed call', 'changes'],
    [{ destructive: true }, {}, 'allowed call', 'destroys'],
    [{ destructive: true }, { allowCalls: ['Shop.*'] }, true, 'destroys'],
    // What only reads destroys nothing, whatever else is said.
    [{ readOnly: true, destructive: true }, {}, true, 'reads'],
  ])('an MCP tool that promises %j with %j', (promises, more, allowed, effect) => {
    const { origin } = mcpTool('buy', promises);
    expect(effectOf(origin)).toBe(effect);
    const found = permissionOf(rules(more, { 'odd-server': 'node odd.js' }), 'Shop.buy', origin);
    expect(found).toEqual(
      allowed === true ? { allowed, effect } : { allowed: false, effect, lacks: allowed },
    );
    expect(permissionOf(rules(more), 'Shop.buy', origin)).toMatchObject({ lacks: 'server' });
  });

  it.each([
    ['http://127.0.0.1:1', true],
    ['http://plain.example', 'https'],
    ['https://other.example', 'host'],
    ['https://me:secret@api.example', 'host'],
    ['/v1', 'address'],
  ])('at %s', (server, allowed) => {
    const found = permissionOf(rules({}), 'Shop.buy', operation(server, 'buy', 'GET').origin);
    expect(found.allowed ? true : found.lacks).toBe(allowed);
  });

  it('a document alone has nothing to call', () =>
    expect(permissionOf(rules({ allowCalls: ['*'] }), 'Shop.buy', { kind: 'document' })).toMatchObject({
      lacks: 'nothing to call',
    }));

  it.each([
    ['*', 'Shop.buy', true],
    ['Shop.*', 'Shop.buy', true],
    ['*.buy', 'Shop.buy', true],
    ['S*p.b*y', 'Shop.buy', true],
    ['S*op.b*uyy', 'Shop.buy', false],
    ['Shop.buy*buy', 'Shop.buy', false],
    ['shop.buy', 'Shop.buy', false],
    ['Shop?buy', 'Shop.buy', false],
    ['', 'Shop.buy', false],
  ])('%s stands for %s: %s', (pattern, name, is) => expect(matchesName(pattern, name)).toBe(is));
});
