import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readTools } from '../../../sources/tools/read-tools.js';

const folder = mkdtempSync(join(tmpdir(), 'benchwright-tools-'));
afterAll(() => rmSync(folder, { recursive: true }));
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const PATIENT_MS = 20_000;
const OPENAPI =
  'openapi: 3.0.3\ninfo: { title: Tiny, version: "1" }\npaths: { /p: { get: { responses: { 200: { description: ok } } } } }\n';

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closing.push(() => server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`;
}

describe('a file', () => {
  it.each([
    ['JSON that ends early', '{"openapi": ', 'TOOLS_UNREADABLE'],
    ['YAML that is none', 'a: [1\nb: }', 'TOOLS_UNREADABLE'],
    ['nothing', '', 'TOOLS_UNKNOWN'],
    ['text', 'Dear reader', 'TOOLS_UNKNOWN'],
    ['an empty list', '[]', 'TOOLS_UNKNOWN'],
    ['some object', '{"a": 1}', 'TOOLS_UNKNOWN'],
    ['a list of anything', '[null]', 'TOOLS_UNKNOWN'],
    ["T-Eval's without a name", '[{"api_list": [{"name": "a"}]}]', 'TOOLS_INVALID'],
    ['ours of another version', '{"format": "benchwright-tools/2", "tools": []}', 'TOOLS_INVALID'],
    ['more than 20 MB', `"${'x'.repeat(20_000_001)}"`, 'TOOLS_UNREADABLE'],
  ])('of %s is refused', async (_what, text, code) => {
    const file = join(folder, 'tools');
    writeFileSync(file, text);
    await expect(readTools(file, PATIENT_MS)).rejects.toMatchObject({ code, parts: { where: file } });
  });

  it.each([
    ['that is not there', 'nowhere', 'no such file'],
    ['that is a folder', '.', 'a folder'],
  ])('%s is refused', async (_what, name, found) => {
    await expect(readTools(join(folder, name), PATIENT_MS)).rejects.toMatchObject({
      code: 'TOOLS_UNREADABLE',
      parts: { found },
    });
  });
});

describe('a URL', () => {
  it('is read, and is the base of the calls', async () => {
    const url = await served((_, response) => response.end(OPENAPI));
    const { tools } = await readTools(url, PATIENT_MS);
    expect(tools[0]?.apis[0]?.origin).toMatchObject({
      server: new URL(url).origin,
      method: 'GET',
      path: '/p',
    });
  });

  it.each<[string, RequestListener, number, string]>([
    ['that never answers', () => undefined, 200, 'no complete answer within 0.2 s'],
    [
      'that ends in mid-answer',
      (_, response) => response.write(OPENAPI) && undefined,
      200,
      'no complete answer within 0.2 s',
    ],
    [
      'that redirects',
      (_, response) => response.writeHead(302, { location: '/other' }).end(),
      PATIENT_MS,
      'a redirect to ',
    ],
    ['that is not there', (_, response) => response.writeHead(404).end(), PATIENT_MS, 'HTTP 404'],
    ['of 50 MB', (_, response) => response.end('x'.repeat(50_000_000)), PATIENT_MS, 'more than 20 MB'],
  ])('%s is refused', async (_what, listener, timeoutMs, found) => {
    await expect(readTools(await served(listener), timeoutMs)).rejects.toMatchObject({
      code: 'TOOLS_UNREADABLE',
      parts: { found: expect.stringContaining(found) as string },
    });
  });

  it('where nobody listens is refused', async () => {
    const url = await served(() => undefined);
    closing.splice(0).forEach((close) => close());
    await expect(readTools(url, PATIENT_MS)).rejects.toMatchObject({
      code: 'TOOLS_UNREADABLE',
      parts: { found: 'ECONNREFUSED', where: url },
    });
  });

  it.each([
    ['of another machine without TLS', 'http://192.0.2.1/a.json', 'http://192.0.2.1'],
    ['with credentials', 'https://me:secret@localhost/a.json', 'credentials in it'],
    ['of another protocol', 'ftp://localhost/a.json', 'ftp://localhost'],
  ])('%s is refused', async (_what, url, found) => {
    await expect(readTools(url, PATIENT_MS)).rejects.toMatchObject({
      code: 'TOOLS_UNREADABLE',
      parts: { found },
    });
  });
});
