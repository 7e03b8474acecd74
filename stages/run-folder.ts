import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { listEvents } from '../store/events.js';
import type { Store } from '../store/store.js';

/** `run/`: what happened and when, beside the report; named by no digest. */
export async function writeRunFolder(
  store: Store,
  runId: string,
  folder: string,
  name: string,
): Promise<void> {
  const events = await listEvents(store, runId);
  if (events.length === 0)
    throw new BenchwrightError('INTERNAL', { found: 'a run without events', next: 'Report this.' });
  await mkdir(join(folder, 'run'));
  const lines = events.map((event) =>
    JSON.stringify({
      seq: event.seq,
      at: new Date(event.atMs).toISOString(),
      type: event.type,
      ...event.data,
    }),
  );
  await writeFile(
    join(folder, 'run', 'events.jsonl'),
    `${[JSON.stringify({ run: name }), ...lines].join('\n')}\n`,
  );
}
