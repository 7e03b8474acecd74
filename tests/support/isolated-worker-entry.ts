// A worker that waits for a child with a record that never comes to an end.
import { startIsolated } from '../../worker/mtu-bench/isolated-child.js';
import { isolatedExample } from './isolated-example.js';

const child = startIsolated(await isolatedExample(4, 5));
const looking = setInterval(() => {
  if (child.recordId === undefined) return;
  clearInterval(looking);
  process.stdout.write('begun\n');
}, 20);
await child.ended;
