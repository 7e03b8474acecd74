import { table } from '../table.js';
import type { CallsOptions } from './options.js';
import { killedAt, questions, ratio, useOf, withProduct, withServer } from './scene.js';

/** Conversations of a simulated user and an assistant, undisturbed and with the worker killed at half. */
export async function conversationTable({
  conversations,
  turns,
  concurrency,
  print,
}: CallsOptions): Promise<string> {
  const latency = 1_000;
  const calls = conversations * turns * 2;
  const ideal = (calls * latency) / 1000 / concurrency;
  const rows: string[][] = [];
  for (const kill of [undefined, 0.5])
    await withServer(['--latency', String(latency)], (server) =>
      withProduct(server, { inFlight: concurrency }, async (product) => {
        const name = kill === undefined ? 'undisturbed' : 'killed';
        const running = product.ask(name, questions(conversations), [
          '--user',
          'simulator',
          '--turns',
          String(turns),
        ]);
        const inFlight =
          kill === undefined
            ? undefined
            : await killedAt(product, server, ({ answered }) => answered >= kill * calls);
        const took = await running;
        const { requests, billedTwice } = await server.report();
        const temporal = await product.temporal(name);
        const row = [
          kill === undefined ? name : `worker killed at ${kill}, ${inFlight} in flight`,
          ratio(took.seconds, ideal),
          String(requests),
          String(billedTwice.more),
          ...useOf(took, calls),
          temporal.megabytes.toFixed(1),
          String(temporal.largestHistory),
        ];
        rows.push(row);
        print(row.join(' | '));
      }),
    );
  return `${conversations} conversations of ${turns} turns of two agents, ${latency} ms, ${concurrency} in flight; ideal ${ideal.toFixed(0)} s.\n\n${table(
    [
      'conversation stage',
      'wall',
      'calls',
      'billed twice',
      'worker CPU ms a call',
      'Temporal CPU ms a call',
      'worker MB',
      'Temporal MB',
      "Temporal's database MB",
      'largest history',
    ],
    rows,
  )}`;
}
