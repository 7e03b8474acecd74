/**
 * Lets tests harm the process that converts a certain record: `BENCHWRIGHT_PLANTED` holds comma-separated
 * `recordId=fault` pairs. `kill` ends the process, `memory` fills its heap, `throw` throws, `hang` never returns.
 * Otherwise a no-op.
 */
export function plantedFault(recordId: string): void {
  const planted = process.env['BENCHWRIGHT_PLANTED'];
  if (planted === undefined) return;
  const fault = planted
    .split(',')
    .map((pair) => pair.split('='))
    .find(([id]) => id === recordId)?.[1];
  if (fault === 'kill') process.kill(process.pid, 'SIGKILL');
  if (fault === 'memory') fillHeap();
  if (fault === 'throw') throw new Error('planted');
  for (; fault === 'hang';);
}

function fillHeap(): void {
  const held: unknown[] = [];
  // Large arrays, because V8 takes five times as long with small objects, which it scans repeatedly.
  for (;;) held.push(new Array(1_000_000).fill(held.length));
}
