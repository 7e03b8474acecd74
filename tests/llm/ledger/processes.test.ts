import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../store/store.js';
import { IS_LONG } from '../../support/long.js';
import { OPTIMISED_LATE } from '../../support/optimised-late.js';
import { builtProgram } from '../../support/programs.js';
import { describeBothStores, freshPlace } from '../../support/stores.js';
import type { StorePlace } from '../../../store/place.js';

const WORKERS = IS_LONG ? 3 : 2;
/** More than all have on the wire at once. */
const CALLS = IS_LONG ? 200 : 120;
const ENTRY = await builtProgram(new URL('./ledger-worker-entry.ts', import.meta.url));

/** A model over real HTTP that bills each text it is sent, and never answers twice the same. */
async function countingModel(latencyMs: number): Promise<{
  url: string;
  billed: Map<string, number>;
  /** Resolves once that process has so many requests on the wire and so many have been billed in all. */
  onTheWire: (pid: number, requests: number, bills: number) => Promise<void>;
}> {
  const billed = new Map<string, number>();
  const open = new Map<string, number>();
  let nonce = 0;
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      billed.set(text, (billed.get(text) ?? 0) + 1);
      const pid = String(request.headers['pid']);
      open.set(pid, (open.get(pid) ?? 0) + 1);
      nonce += 1;
      for (const look of waiting) look();
      // The model thinks: real time on a real wire, as the workers are real processes.
      setTimeout(() => {
        open.set(pid, (open.get(pid) ?? 0) - 1);
        response.end(`answer ${nonce} to ${text}`);
      }, latencyMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    billed,
    onTheWire: (pid, requests, bills) =>
      new Promise((resolve) => {
        waiting.push(() => {
          if ((open.get(String(pid)) ?? 0) >= requests && nonce >= bills) resolve();
        });
      }),
  };
}

interface Crowd {
  readonly workers: number;
  readonly calls: number;
  readonly inFlight: number;
  /** Whether each begins at another of the calls. */
  readonly apart?: boolean;
}

/** Workers that begin together; each is to have the answers to all of the calls. */
async function startWorkers(
  place: StorePlace,
  url: string,
  { workers, calls, inFlight, apart = false }: Crowd,
): Promise<{ child: ChildProcess; said: Promise<string> }[]> {
  const started = Array.from({ length: workers }, (_, n) => {
    const first = apart ? Math.floor((calls * n) / workers) : 0;
    const words = [
      ...OPTIMISED_LATE,
      ENTRY,
      JSON.stringify(place),
      url,
      ...[calls, first, inFlight].map(String),
    ];
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
    return { child, said: once(child, 'close').then(() => output.replace('ready\n', '').trim()) };
  });
  await Promise.all(started.map(({ child }) => once(child.stdout, 'data')));
  for (const { child } of started) child.stdin.write('go\n');
  return started;
}

const twice = (billed: ReadonlyMap<string, number>): number =>
  [...billed.values()].reduce((sum, times) => sum + times - 1, 0);

describeBothStores('several workers on one ledger', () => {
  it(`ask for the same ${CALLS} calls at once, and each is sent once`, async () => {
    const place = freshPlace();
    await (await openStore(place)).close();
    const { url, billed } = await countingModel(20);
    const started = await startWorkers(place, url, { workers: WORKERS, calls: CALLS, inFlight: 40 });
    const said = await Promise.all(started.map((worker) => worker.said));
    expect(billed.size).toBe(CALLS);
    expect(twice(billed)).toBe(0);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ answers: CALLS });
    expect(new Set(said).size).toBe(1);
  });

  it('finish what a killed one had on the wire; no more than that is billed twice, and it is counted', async () => {
    const place = freshPlace();
    const store = await openStore(place);
    onTestFinished(() => store.close());
    const { url, billed, onTheWire } = await countingModel(100);
    const inFlight = 20;
    const crowd = { workers: WORKERS, calls: CALLS, inFlight, apart: true };
    const [victim, ...others] = await startWorkers(place, url, crowd);
    await onTheWire(victim!.child.pid!, inFlight / 2, 60);
    victim!.child.kill('SIGKILL');
    const said = await Promise.all(others.map((worker) => worker.said));
    expect(billed.size).toBe(CALLS);
    expect(twice(billed)).toBeLessThanOrEqual(inFlight);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ answers: CALLS });
    expect(new Set(said).size).toBe(1);
    const history = await store.db.read.selectFrom('call_history').select('kind').execute();
    expect(history.length).toBeGreaterThanOrEqual(Math.max(1, twice(billed)));
    expect(history.length).toBeLessThanOrEqual(inFlight);
    expect(new Set(history.map(({ kind }) => kind))).toEqual(new Set(['worker died']));
    expect(await store.db.read.selectFrom('calls_in_flight').selectAll().execute()).toEqual([]);
    const kept = await store.db.read.selectFrom('calls').select('key').execute();
    expect(kept).toHaveLength(CALLS);
  });
});
