import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchSource, type FetchedFile } from '../../../app/sources/fetch-source.js';

import { ABOUT, type CorpusAbout } from '../../../sources/about.js';
import { FileServer, type Fault } from '../../support/file-server.js';
import { failure, freshFolder } from '../../support/files.js';
import { zipOf } from '../../support/zip.js';

const ZIP = zipOf({ 'corpus-master/train/a.json': '[1]', 'corpus-master/README.md': 'x'.repeat(5000) });

let server: FileServer | undefined;
afterEach(() => server?.stop());

interface Scene {
  readonly to: string;
  readonly messages: string[];
  readonly fetch: (file?: { readonly sha256: string }) => Promise<FetchedFile[]>;
}

async function scene(...faults: Fault[]): Promise<Scene & { server: FileServer }> {
  const started = new FileServer(ZIP, faults);
  server = started;
  const url = await started.start();
  const to = join(freshFolder(), 'corpora');
  const part = join(to, 'corpus.zip.part');
  started.beforeCut = () =>
    vi.waitFor(() => expect(statSync(part).size).toBeGreaterThan(0), { timeout: 20_000 });
  const messages: string[] = [];
  const fetch: Scene['fetch'] = (file = undefined) => {
    const about: CorpusAbout = { ...ABOUT.sgd, files: [{ name: 'corpus.zip', url, ...file }] };
    return fetchSource({ about, to, onProgress: (message) => messages.push(message) });
  };
  return { to, messages, fetch, server: started };
}

describe('fetching a corpus', () => {
  it('downloads and unpacks it, records its digest, and does not ask twice', async () => {
    const { to, fetch, server: asked } = await scene();
    const [file] = await fetch();
    const sha256 = createHash('sha256').update(ZIP).digest('hex');
    expect(file).toMatchObject({ name: 'corpus.zip', bytes: ZIP.length, sha256, checked: false });
    expect(file?.folder).toBe(join(to, 'corpus', 'corpus-master'));
    expect(readFileSync(join(to, 'corpus/corpus-master/train/a.json'), 'utf8')).toBe('[1]');
    expect(JSON.parse(readFileSync(join(to, 'fetched.json'), 'utf8'))).toMatchObject({
      'corpus.zip': { bytes: ZIP.length, sha256 },
    });
    expect((await fetch())[0]?.checked).toBe(true);
    expect(asked.requests).toHaveLength(1);
  });

  it('goes on where it was broken off', async () => {
    const { to, fetch, messages, server: asked } = await scene('cut off');
    const error = await failure(fetch());
    expect(error.code).toBe('SOURCE_UNREACHABLE');
    const had = statSync(join(to, 'corpus.zip.part')).size;
    expect(had).toBeGreaterThan(0);
    expect(error.parts.found).toContain(`${had} bytes have come`);
    await fetch();
    expect(asked.requests[1]).toMatchObject({ range: `bytes=${had}-`, 'if-range': '"v1"' });
    expect(messages).toContainEqual(expect.stringContaining(`after ${had} bytes`));
    expect(readFileSync(join(to, 'corpus.zip')).equals(ZIP)).toBe(true);
    expect(existsSync(join(to, 'corpus.zip.part.json'))).toBe(false);
  });

  it.each([
    ['the server gives no parts', ['cut off', 'no ranges'] as const, '"v1"'],
    ['the file has changed meanwhile', ['cut off'] as const, '"v2"'],
  ])('begins anew where %s', async (_, faults, etag) => {
    const { to, fetch, server: asked } = await scene(...faults);
    await failure(fetch());
    asked.etag = etag;
    await fetch();
    expect(readFileSync(join(to, 'corpus.zip')).equals(ZIP)).toBe(true);
  });

  it('says what the server said', async () => {
    const { fetch } = await scene('unavailable');
    const error = await failure(fetch());
    expect([error.code, error.parts.found]).toEqual(['SOURCE_UNREACHABLE', 'HTTP 503']);
  });

  it('says so when nobody answers, with what can be done', async () => {
    const { fetch, server: asked } = await scene();
    asked.stop();
    const error = await failure(fetch());
    expect(error.code).toBe('SOURCE_UNREACHABLE');
    expect(error.parts.found).toMatch(/fetch failed: .*ECONNREFUSED/);
    expect(error.parts.next).toMatch(/Is this machine online\? .*--source NAME=FILE\.zip.*--from URL/);
  });

  it('refuses a file that is not the one known beforehand', async () => {
    const { to, fetch } = await scene();
    const error = await failure(fetch({ sha256: 'a'.repeat(64) }));
    expect(error.code).toBe('SOURCE_MISMATCH');
    expect(error.parts.expected).toContain('known beforehand');
    expect(existsSync(join(to, 'corpus.zip'))).toBe(false);
  });

  it('refuses another file than at first, until its line is removed', async () => {
    const { to, fetch, server: asked } = await scene();
    await fetch();
    rmSync(join(to, 'corpus.zip'));
    asked.body = zipOf({ 'other.json': '[2]' });
    const error = await failure(fetch());
    expect(error.code).toBe('SOURCE_MISMATCH');
    expect(error.parts.next).toContain('fetched.json');
    rmSync(join(to, 'fetched.json'));
    rmSync(join(to, 'corpus'), { recursive: true });
    expect((await fetch())[0]?.folder).toBe(join(to, 'corpus'));
  });

  it('refuses what is no zip', async () => {
    const { to, fetch, server: asked } = await scene();
    asked.body = Buffer.from('<html>Not found</html>');
    expect((await failure(fetch())).code).toBe('SOURCE_NOT_A_CORPUS');
    expect(existsSync(join(to, 'corpus'))).toBe(false);
  });

  it('says why there is nothing to fetch of ATIS', async () => {
    const error = await failure(
      fetchSource({ about: ABOUT.atis, to: freshFolder(), onProgress: () => undefined }),
    );
    expect(error.code).toBe('SOURCE_UNREACHABLE');
    expect(error.parts.found).toContain('Linguistic Data Consortium');
  });

  it('goes on from nothing where the note beside a part was half written', async () => {
    const { to, fetch, server: asked } = await scene('cut off');
    await failure(fetch());
    writeFileSync(join(to, 'corpus.zip.part.json'), '{"url": ');
    await fetch();
    expect(asked.requests[1]?.range).toBeUndefined();
  });
});
