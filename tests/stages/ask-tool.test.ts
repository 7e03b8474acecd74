import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { askTool, type ToolAccess, type ToolQuestion } from '../../stages/ask-tool.js';
import { ToolLimits } from '../../stages/tool-limits.js';
import type { Observation, PastCall } from '../../core/observation.js';
import { UnknownOutcome } from '../../core/tool-call.js';
import type { LibraryApi } from '../../core/tool-library.js';
import { Ledger } from '../../llm/ledger/ledger.js';
import { SessionLost, type ToolExecutors } from '../../simulators/executor.js';
import { openToolSession } from '../../simulators/open-session.js';
import { nextUnusedAttempt } from '../../store/ledger/epochs.js';
import { openStore, type Store } from '../../store/store.js';
import { historyOf, living, noteRun } from '../support/calls.js';
import { CANARY, canaryIn } from '../support/canary.js';
import { freshStore } from '../support/export.js';
import { freshFolder } from '../support/files.js';
import { builtPrograms } from '../support/programs.js';
import { describeStores, freshPlace } from '../support/stores.js';
import { callOf, mcpTool, operation, shop, toolServer, toolsConfig } from '../support/tool-server.js';

const [WORKER = '', ODD = ''] = await builtPrograms(
  new URL('./ask-tool-worker-entry.ts', import.meta.url),
  new URL('../support/mcp/odd-tools-entry.ts', import.meta.url),
);
const USE = { runId: 'r', stage: 'annotate', subject: 'i1' };
const PLACE = { item: 'i1', call: 0 };

/** A worker of a store, whose waits take no time and are noted. */
async function worker(
  store: Store,
  incarnation = 'a',
  inFlight = 8,
): Promise<ToolAccess & { waits: number[] }> {
  await living(store, incarnation);
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => Promise.resolve(void waits.push(ms));
  return { ledger: new Ledger(store, incarnation), limits: new ToolLimits(inFlight), wait, waits };
}

const executorsOf = (api: LibraryApi, host: string): ToolExecutors =>
  openToolSession(toolsConfig({ allowHosts: [host], allowMethods: ['GET', 'POST'] }), [shop(api)]);

const question = (
  api: LibraryApi,
  executors: ToolExecutors | null,
  more: Partial<ToolQuestion> = {},
): ToolQuestion => ({
  ...{ request: callOf(api, { what: 'a pen' }), executors, place: PLACE },
  ...{ epoch: 0, session: 0, retries: new Map() },
  ...more,
});

/** Starts a process that makes the call. */
function start(place: unknown, url: string, method: string) {
  const child = spawn(process.execPath, [WORKER, JSON.stringify(place), url, method], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SHOP_KEY: CANARY },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
  return { child, said: once(child, 'close').then(() => said) };
}

/** A shop that leaves the first order on the wire until its worker is dead. */
async function slowShop() {
  let arrived: () => void = () => undefined;
  const onTheWire = new Promise<void>((resolve) => (arrived = resolve));
  let orders = 0;
  const server = await toolServer((_request, response) => {
    orders += 1;
    if (orders === 1) return arrived();
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"order":${orders}}`);
  });
  return { ...server, onTheWire };
}

describeStores('a tool’s call on the wire when its worker is killed', () => {
  it('is not sent again where it is a POST: its outcome is unknown, to everybody, until it is tried again', async () => {
    const place = freshPlace();
    const store = await openStore(place);
    onTestFinished(() => store.close());
    const { url, host, got, onTheWire } = await slowShop();
    const victim = start(place, url, 'POST');
    await onTheWire;
    victim.child.kill('SIGKILL');
    await victim.said;
    expect(await start(place, url, 'POST').said).toBe('{"error":"UnknownOutcome"}');
    const api = operation(url, 'buy', 'POST', 'what');
    const here = await worker(store);
    const asked = question(api, executorsOf(api, host));
    const error: unknown = await askTool(here, asked, { use: USE }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect(got).toEqual(['POST /buy {"what":"a pen"}']);
    // Who takes the item up again, knowing that, sends the next attempt.
    const { requestDigest } = error as UnknownOutcome;
    const attempt = await nextUnusedAttempt(store.db.read, requestDigest, 0);
    const retries = new Map([[requestDigest, attempt]]);
    expect(attempt).toBe(1);
    expect(await askTool(here, { ...asked, retries }, { use: USE })).toMatchObject({
      observation: { response: { order: 2 } },
    });
    // A dialogue whose world is its own begins again instead.
    const reset = { ...asked, sessions: 'reset' as const };
    await expect(askTool(here, reset, { use: USE })).rejects.toThrow(SessionLost);
    expect(await askTool(here, { ...reset, session: 2 }, { use: USE })).toMatchObject({
      observation: { response: { order: 3 } },
    });
  });

  it('ends the session of a dialogue whose world is reset, and is made in the next one', async () => {
    const place = freshPlace();
    const store = await openStore(place);
    onTestFinished(() => store.close());
    const { url, host, got, onTheWire } = await slowShop();
    const victim = start(place, url, 'POST');
    await onTheWire;
    victim.child.kill('SIGKILL');
    await victim.said;
    const api = operation(url, 'buy', 'POST', 'what');
    const here = await worker(store);
    const marked: string[] = [];
    const beforeChange = () => Promise.resolve(marked.push('dirty') > 0);
    const asked = question(api, executorsOf(api, host), { sessions: 'reset', beforeChange });
    await expect(askTool(here, asked, { use: USE })).rejects.toThrow(SessionLost);
    expect(got).toHaveLength(1);
    expect(await askTool(here, { ...asked, session: 1 }, { use: USE })).toMatchObject({ from: 'tool' });
    expect(marked).toEqual(['dirty']);
  });

  it('is sent again where it is a GET', async () => {
    const place = freshPlace();
    const store = await openStore(place);
    onTestFinished(() => store.close());
    const { url, got, onTheWire } = await slowShop();
    const victim = start(place, url, 'GET');
    await onTheWire;
    victim.child.kill('SIGKILL');
    await victim.said;
    expect(JSON.parse(await start(place, url, 'GET').said)).toMatchObject({
      observation: { response: { order: 2 }, by: 'openapi' },
      from: 'tool',
    });
    expect(JSON.parse(await start(place, url, 'GET').said)).toMatchObject({ from: 'ledger' });
    expect(got).toHaveLength(2);
    expect((await historyOf(store)).map(({ kind }) => kind)).toEqual(['worker died']);
    if (typeof place === 'string')
      for (const name of [place, `${place}-wal`]) expect(canaryIn(readFileSync(name))).toEqual([]);
  });
});

describeStores('a tool’s call', () => {
  it('has its answer in the same words from the tool and from the ledger', async () => {
    const server = await toolServer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"what":"a pen","id":{"b":1,"a":2}}'),
    );
    const here = await worker(await freshStore());
    const post = operation(server.url, 'buy', 'POST', 'what');
    const asked = question(post, executorsOf(post, server.host));
    const [first, second] = [await askTool(here, asked), await askTool(here, asked)];
    expect([first.from, second.from]).toEqual(['tool', 'ledger']);
    expect(JSON.stringify(first.observation)).toBe(JSON.stringify(second.observation));
  });

  it('to a server that is not reached is sent again, and pauses the run when that does not help', async () => {
    const here = await worker(await freshStore());
    const get = operation('http://127.0.0.1:1', 'buy', 'GET', 'what');
    await expect(askTool(here, question(get, executorsOf(get, '127.0.0.1:1')))).rejects.toMatchObject({
      code: 'TOOL_SERVER_FAILED',
    });
    expect(here.waits).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it('that the server is too busy for all the time pauses the run, unless it answers others', async () => {
    const server = await toolServer((request, response) => {
      response.writeHead(request.url === '/look' ? 200 : 429).end();
    });
    const here = await worker(await freshStore());
    const buy = operation(server.url, 'buy', 'GET', 'what');
    const executors = executorsOf(buy, server.host);
    await expect(askTool(here, question(buy, executors))).rejects.toMatchObject({
      parts: { found: 'HTTP 429, again and again' },
    });
    const look = operation(server.url, 'look', 'GET');
    const looks = question(look, executorsOf(look, server.host), { request: callOf(look) });
    const others = { ...here, wait: () => askTool(here, looks).then(() => undefined) };
    expect(await askTool(others, question(buy, executors))).toMatchObject({
      observation: { response: { error: 'Internal error: HTTP 429: busy' }, kind: 'B' },
    });
  });

  it('waits as it is told to, whatever its method', async () => {
    let times = 0;
    const server = await toolServer((_request, response) => {
      times += 1;
      if (times < 3) response.writeHead(429, { 'retry-after': '7' }).end();
      else response.end('sold');
    });
    const store = await freshStore();
    const here = await worker(store);
    const post = operation(server.url, 'buy', 'POST', 'what');
    const asked = question(post, executorsOf(post, server.host));
    expect(await askTool(here, asked)).toMatchObject({ observation: { response: 'sold' } });
    expect(here.waits).toEqual([7_000, 7_000]);
    expect(await askTool(here, asked)).toMatchObject({ from: 'ledger' });
  });

  it('that was never sent may be sent later: its secret was not there', async () => {
    const server = await toolServer((_request, response) => void response.end('sold'));
    const here = await worker(await freshStore());
    const post = operation(server.url, 'buy', 'POST', 'what');
    const headers = { [server.host]: [{ name: 'x-key', from: 'SHOP_KEY' }] };
    const config = toolsConfig({ allowHosts: [server.host], allowMethods: ['POST'], headers });
    const given = (environment: Record<string, string>) =>
      question(post, openToolSession(config, [shop(post)], { environment }));
    await expect(askTool(here, given({}))).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(await askTool(here, given({ SHOP_KEY: 'k' }))).toMatchObject({ from: 'tool' });
  });

  it('is another one after other calls, and needs no room in a budget', async () => {
    const server = await toolServer((_request, response) => void response.end('sold'));
    const store = await freshStore();
    await noteRun(store, USE.runId, { usd: 0.01, hard: true });
    const here = await worker(store);
    const get = operation(server.url, 'buy', 'GET', 'what');
    const executors = executorsOf(get, server.host);
    const keys = new Set<string | undefined>();
    for (const args of [undefined, { what: 'ink' }, { what: 'ink' }, { what: 'paper' }]) {
      const observation: Observation = { response: 'sold', by: 'openapi' };
      const past: PastCall[] = args ? [{ name: 'Shop.buy', args, observation }] : [];
      const request = callOf(get, { what: 'a pen' }, past);
      const asked = question(get, executors, { request, place: { item: 'i1', call: past.length } });
      keys.add((await askTool(here, asked, { use: USE })).key);
    }
    expect(keys.size).toBe(3);
    expect(server.got).toHaveLength(3);
  });

  it('is answered by the ledger alone where nothing is to be called', async () => {
    const here = await worker(await freshStore());
    const get = operation('http://127.0.0.1:1', 'buy', 'GET', 'what');
    await expect(askTool(here, question(get, null))).rejects.toMatchObject({ code: 'REBUILD_INPUT_MISSING' });
  });

  it.each([
    ['GET', 'http://127.0.0.1:1', 'connection refused', '', 0],
    ['GET', undefined, 'no answer', '', 2],
    ['POST', undefined, 'no answer', '; whether the call was carried out is not known', 1],
    ['GET', 'slow', 'time-out', '', 1],
    ['POST', 'slow', 'time-out', '; whether the call was carried out is not known', 1],
  ])('%s to %s that brings no answer is observed', async (method, url, end, more, sent) => {
    const server = await toolServer((request) => url !== 'slow' && request.socket.destroy());
    const here = await worker(await freshStore());
    const at = url?.startsWith('http') ? url : server.url;
    const api = operation(at, 'buy', method, 'what');
    const config = {
      allowHosts: [server.host, '127.0.0.1:1'],
      allowMethods: ['GET', 'POST'],
      timeoutSeconds: 0.2,
    };
    const executors = openToolSession(toolsConfig(config as object), [shop(api)]);
    const asked = question(api, executors, { measured: true, ...(sent === 0 && { outages: 'observed' }) });
    const first = await askTool(here, asked);
    expect(first).toMatchObject({
      observation: { response: { error: `Internal error: ${end}${more}` }, by: 'openapi', kind: 'B' },
      ...{ from: 'tool', measured: { status: end } },
    });
    expect(first.measured?.latencyMs).toBeGreaterThanOrEqual(0);
    // Once known it stays, also its time, and needs nobody to call.
    const again = await askTool(here, { ...asked, executors: null });
    expect(again).toEqual({ ...first, from: 'ledger' });
    expect(server.got).toHaveLength(sent);
  });

  it.each(['no answer', 'HTTP 500 to every call'])(
    'is one of a server that is out of order if calls of several dialogues fail one after the other: %s',
    async (found) => {
      const broken = found === 'no answer';
      const server = await toolServer((request, response) => {
        if (request.url === '/look') response.end('[]');
        else if (broken) request.socket.destroy();
        else response.writeHead(500).end();
      });
      const here = await worker(await freshStore());
      const buy = operation(server.url, 'buy', 'POST', 'what');
      const executors = executorsOf(buy, server.host);
      const of = (item: number) => question(buy, executors, { place: { item: `i${item}`, call: 0 } });
      const look = operation(server.url, 'look', 'GET');
      for (let item = 0; item < 4; item += 1)
        expect(await askTool(here, of(item))).toMatchObject({ observation: { kind: 'B' } });
      // An answer in between: it is this tool alone.
      await askTool(here, question(look, executorsOf(look, server.host), { request: callOf(look) }));
      for (let item = 4; item < 8; item += 1) await askTool(here, of(item));
      await expect(askTool(here, of(8))).rejects.toMatchObject({
        code: 'TOOL_SERVER_FAILED',
        parts: { found },
      });
      // What it came to is kept, so that a resumed run gets further.
      expect(await askTool(here, of(8))).toMatchObject({ observation: { kind: 'B' }, from: 'ledger' });
      expect(await askTool(here, of(9))).toMatchObject({ observation: { kind: 'B' }, from: 'tool' });
    },
  );

  it('is one of its tool alone where the dialogue may call others of the server that were not seen to fail', async () => {
    const server = await toolServer((request) => request.socket.destroy());
    const here = await worker(await freshStore());
    const asks = (name: string, item: number) => {
      const api = operation(server.url, name, 'POST', 'what');
      const place = { item: `i${item}`, call: 0 };
      return askTool(here, question(api, executorsOf(api, server.host), { apis: 2, place }));
    };
    for (let item = 0; item < 7; item += 1) expect(await asks('buy', item)).toMatchObject({ from: 'tool' });
    await expect(asks('sell', 8)).rejects.toMatchObject({ code: 'TOOL_SERVER_FAILED' });
  });

  it('takes its turn: no more are in flight to a server than allowed', async () => {
    let open = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const server = await toolServer((_request, response) => {
      most = Math.max(most, (open += 1));
      waiting.push(() => {
        open -= 1;
        response.end('sold');
      });
      if (waiting.length % 2 === 0) for (const answer of waiting.splice(0)) answer();
    });
    const here = await worker(await freshStore(), 'a', 2);
    const get = operation(server.url, 'buy', 'GET', 'what');
    const executors = executorsOf(get, server.host);
    const places = Array.from({ length: 6 }, (_, call) => ({ item: 'i1', call }));
    await Promise.all(places.map((place) => askTool(here, question(get, executors, { place }))));
    expect(most).toBe(2);
    expect(server.got).toHaveLength(6);
  });
});

describeStores('a call of an MCP tool', () => {
  /** A session with the odd server, and the calls that reached it. */
  const odd = (config: { timeoutSeconds?: number }, ...apis: LibraryApi[]) => {
    const log = join(freshFolder(), 'log');
    const servers = { 'odd-server': { command: process.execPath, args: [ODD, log] } };
    const executors = openToolSession(
      toolsConfig({ servers, allowCalls: ['*'], timeoutSeconds: 5, ...config }),
      [shop(...apis)],
    );
    onTestFinished(() => executors.close());
    const calls = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('call '));
    return { executors, calls };
  };
  const about = (api: LibraryApi, more: Partial<ToolQuestion>, executors: ToolExecutors): ToolQuestion =>
    question(api, executors, { request: callOf(api), ...more });

  it('that was lost ends its session, and is made in the next one', async () => {
    const here = await worker(await freshStore());
    const dies = mcpTool('dies');
    const { executors, calls } = odd({}, dies);
    for (let times = 0; times < 2; times += 1)
      await expect(askTool(here, about(dies, {}, executors))).rejects.toThrow(SessionLost);
    expect(calls()).toEqual(['call dies']);
    const next = odd({}, dies);
    await expect(askTool(here, about(dies, { session: 1 }, next.executors))).rejects.toThrow(SessionLost);
    expect(next.calls()).toEqual(['call dies']);
  });

  it('that takes too long is observed, and its session goes on with what it has', async () => {
    const here = await worker(await freshStore());
    const [add, count, hangs] = [mcpTool('add'), mcpTool('count', { readOnly: true }), mcpTool('hangs')];
    const { executors, calls } = odd({ timeoutSeconds: 1 }, add, count, hangs);
    await askTool(here, about(add, {}, executors));
    expect(await askTool(here, about(hangs, { place: { item: 'i1', call: 1 } }, executors))).toMatchObject({
      observation: {
        response: { error: 'Internal error: time-out; whether the call was carried out is not known' },
        ...{ kind: 'B', by: 'mcp' },
      },
    });
    expect(await askTool(here, about(count, { place: { item: 'i1', call: 2 } }, executors))).toMatchObject({
      observation: { response: { kept: 1 } },
    });
    expect(calls()).toEqual(['call add', 'call hangs', 'call count']);
  });

  it('that changes something is told of before it is sent, and is not sent in a session that is another’s', async () => {
    const here = await worker(await freshStore());
    const [add, count] = [mcpTool('add'), mcpTool('count', { readOnly: true })];
    const { executors, calls } = odd({}, add, count);
    const told: string[][] = [];
    const beforeChange = (): Promise<boolean> => Promise.resolve(told.push(calls()) < 2);
    await askTool(here, about(count, { beforeChange }, executors));
    await askTool(here, about(add, { beforeChange, place: { item: 'i1', call: 1 } }, executors));
    const more = about(add, { beforeChange, place: { item: 'i1', call: 2 } }, executors);
    await expect(askTool(here, more)).rejects.toThrow(SessionLost);
    expect(told).toEqual([['call count'], ['call count', 'call add']]);
    expect(calls()).toEqual(['call count', 'call add']);
  });

  it('that the ledger answers leaves the session behind, if it changed something', async () => {
    const here = await worker(await freshStore());
    const [add, count] = [mcpTool('add'), mcpTool('count', { readOnly: true })];
    const first = odd({}, add, count);
    await askTool(here, about(add, {}, first.executors));
    const later = odd({}, add, count);
    expect(await askTool(here, about(add, {}, later.executors))).toMatchObject({ from: 'ledger' });
    const next = { place: { item: 'i1', call: 1 } };
    await expect(askTool(here, about(count, next, later.executors))).rejects.toThrow(SessionLost);
    expect(await askTool(here, about(count, next, first.executors))).toMatchObject({
      observation: { response: { kept: 1 } },
    });
  });
});
