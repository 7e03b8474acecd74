/**
 * A place where tests plant a record that harms the process converting it: `BENCHWRIGHT_PLANTED` holds
 * `recordId=fault` pairs separated by commas. `kill` ends the process at once, `memory` fills its heap until V8 gives
 * up, `throw` throws, `hang` never returns. Without the variable it does nothing.
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
  for (;;) held.push(Array.from({ length: 100_000 }, (_, i) => ({ i })));
}
