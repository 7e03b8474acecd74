import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { listEvents } from '../store/events.js';
import type { Store } from '../store/store.js';
import { writeJson } from '../core/json.js';

/** `run/`: events with times, beside the report; not covered by digests. */
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
    writeJson({
      seq: event.seq,
      at: new Date(event.atMs).toISOString(),
      type: event.type,
      // Folders of other exports are paths of this machine.
      ...(event.type !== 'export finished' && event.data),
    }),
  );
  await writeFile(
    join(folder, 'run', 'events.jsonl'),
    `${[writeJson({ run: name }), ...lines].join('\n')}\n`,
  );
}
