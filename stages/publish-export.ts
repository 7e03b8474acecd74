import { beginExport, writeFailure } from '../outputs/export-folder.js';
import { manifestText } from '../outputs/manifest-text.js';
import { recordEvent } from '../store/events.js';
import { setProgress } from '../store/progress.js';
import type { Run } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { failpoint } from './failpoint.js';
import { writeRunFolder } from './run-folder.js';

/** What is exported, and where to. */
export interface Publishing {
  readonly run: Pick<Run, 'runId' | 'name'>;
  /** Absolute path. */
  readonly out: string;
  /** Items or rows, for the progress. */
  readonly total: number;
}

/**
 * Makes an export beside its place under a temporary name, then moves it there, so nothing half-written is ever read.
 * An export of the same content that is there already is left alone.
 *
 * @param write writes `data/` and `manifest.json` into the folder
 * @param finish adds to `run/` what needs the rest
 * @returns the manifest
 * @throws OUTPUT_EXISTS, OUTPUT_UNWRITABLE, DISK_FULL
 */
export async function writeToFolder<M extends object>(
  store: Store,
  { run: { runId, name }, out, total }: Publishing,
  write: (folder: string) => Promise<M>,
  finish: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<M> {
  await setProgress(store, runId, { stage: 'export', total, done: 0 });
  await recordEvent(store, runId, 'export started');
  const folder = await beginExport(out);
  try {
    const manifest = await write(folder.path);
    await writeRunFolder(store, runId, folder.path, name);
    await finish(folder.path);
    failpoint('before-rename');
    await folder.publish(manifestText(manifest));
    failpoint('after-rename');
    await setProgress(store, runId, { stage: 'export', total, done: total });
    await recordEvent(store, runId, 'export finished');
    return manifest;
  } catch (error) {
    await folder.abandon();
    throw writeFailure(error, out);
  }
}
