import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { ChatAnswer, Reply } from '../../../core/model-call.js';
import { systemClock } from '../../../llm/limits/clock.js';
import { failed, limiterOf, replyOf } from './support.js';

/** Milliseconds that each call is asked to wait the first time; undefined: answered at once. */
const WAITS_MS = [undefined, 40, 150, undefined, 300, 1, 75, undefined, 600, 20];

it('sends nothing earlier than the provider said, by the clock of a real endpoint, while others go on', async () => {
  const refusedAt = new Map<number, number>();
  const early: number[] = [];
  const arrivals: number[] = [];
  const server = createServer((request, response) => {
    const at = performance.now();
    const id = Number(request.headers['x-call']);
    arrivals.push(id);
    const waitMs = WAITS_MS[id % WAITS_MS.length];
    const refused = refusedAt.get(id);
    if (waitMs === undefined || refused !== undefined) {
      if (refused !== undefined && waitMs !== undefined) early.push(Math.min(0, at - refused - waitMs));
      response.end('{}');
      return;
    }
    response.writeHead(429, { 'retry-after-ms': String(waitMs) });
    refusedAt.set(id, performance.now());
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const limiter = limiterOf(systemClock, { inFlight: 20, backoffMs: 10 });
  const ask = async (id: number): Promise<Reply<ChatAnswer>> => {
    const response = await fetch(url, { headers: { 'x-call': String(id) } });
    await response.text();
    if (response.ok) return replyOf();
    throw failed('rate limited', { retryAfterMs: Number(response.headers.get('retry-after-ms')) });
  };
  const calls = Array.from({ length: 200 }, (_, id) =>
    limiter.run({ tokens: 10, execution: 'one' }, () => ask(id)),
  );
  await Promise.all(calls);
  await limiter.close();

  expect(refusedAt.size).toBe(140);
  expect(arrivals.length).toBe(340);
  expect(early).toEqual(Array.from({ length: 140 }, () => 0));
  // Call 8 waited; calls that came after it did not.
  expect(arrivals.lastIndexOf(8)).toBeGreaterThan(arrivals.indexOf(40));
});
