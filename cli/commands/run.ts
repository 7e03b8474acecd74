import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { canonicalJson } from '../../core/canonical.js';
import { EXIT } from '../../core/errors/catalogue.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { assertWritable, outputExists } from '../../outputs/export-folder.js';
import { createRun, findRun, getRun, setRunOut, type NewRun, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { assertSameInputs } from '../compare-inputs.js';
import { openContext, withStore, type Context, type GlobalOptions } from '../context.js';
import { driveExport, driveRun } from '../drive-run.js';
import { EarlyStart } from '../early-start.js';
import { freezeRun } from '../freeze-run.js';
import { resolveSettings, type SettingOptions } from '../run-settings.js';
import { reportLines, runObject, shownPath, typed } from '../run-report.js';
import { WorkerChildren } from '../worker-child.js';
import { fromRecord } from '../workflow-failure.js';

export interface RunOptions extends GlobalOptions, SettingOptions {
  readonly source: readonly string[];
  readonly seed: number;
  readonly name?: string;
  readonly out?: string;
}

/** What else is told of a finished run: fields of the object, lines for people. */
export type TellMore = (out: string) => Promise<{ object: object; lines: readonly string[] }>;

/**
 * `run FAMILY`: from corpus to exported files without a question. Idempotent by name: running → attaches; stopped,
 * failed or cancelled → goes on; finished → writes `--out` if it is not there.
 *
 * @returns the exit code
 */
export async function runCommand(family: string, options: RunOptions, more?: TellMore): Promise<number> {
  const context = await openContext(options);
  const name = options.name ?? (options.out === undefined ? family : basename(resolve(options.out)));
  const out = resolve(options.out ?? join('benchwright-out', name));
  return withStore(context, async (store) => {
    const early = new EarlyStart(context, store);
    const known = await findRun(store, name);
    try {
      const asked = await freezeRun({
        name,
        sources: options.source,
        seed: options.seed,
        out,
        resolved: await resolveSettings(context.config, context.configFile, options),
        onProgress: (message) => context.terminal.note(message),
        onFound: (bytes) => {
          if (known?.status !== 'finished') early.begin(bytes);
        },
      });
      return await finishRun(context, store, await obtainRun(store, asked), out, more, early.workers);
    } finally {
      await early.end();
    }
  });
}

/**
 * Finds the run of this name or creates it, checked against what was asked.
 * @param created called when it was created now, before anything works on it
 * @throws RUN_INPUTS_DIFFER, OUTPUT_EXISTS, OUTPUT_UNWRITABLE
 */
export async function obtainRun(
  store: Store,
  asked: NewRun,
  created: (run: Run) => Promise<void> = () => Promise.resolve(),
): Promise<Run> {
  const { name, out } = asked;
  const there = await findRun(store, name);
  if (!there) {
    await assertFree(out);
    const run = await createRun(store, asked);
    assertSameInputs(name, run.frozen, asked.frozen); // another command may have come first
    await created(run);
    return run;
  }
  assertSameInputs(name, there.frozen, asked.frozen);
  if (there.status === 'finished' || there.status === 'running' || there.out === out) return there;
  // The old place may be what stopped it.
  await assertFree(out);
  await setRunOut(store, there.runId, out);
  return { ...there, out };
}

/** @throws OUTPUT_EXISTS, OUTPUT_UNWRITABLE when nothing can be exported to `out` */
async function assertFree(out: string): Promise<void> {
  if (existsSync(out) && !(await isEmptyFolder(out))) throw outputExists(out);
  await assertWritable(out);
}

const isEmptyFolder = async (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length === 0,
    () => false,
  );

/**
 * Sees a run through and tells how it ended.
 * @param more what else is to be told of a finished run
 * @param workers where the command has some already
 * @returns the exit code
 */
export async function finishRun(
  context: Context,
  store: Store,
  begun: Run,
  out: string,
  more: TellMore = () => Promise.resolve({ object: {}, lines: [] }),
  workers = new WorkerChildren(context, store),
): Promise<number> {
  const wasFinished = begun.status === 'finished';
  const run = wasFinished ? begun : await driveRun(context, store, begun.runId, workers);
  if (run.status !== 'finished') {
    context.terminal.result(await runObject(store, run), []);
    const paused = run.status === 'paused';
    throw run.error
      ? fromRecord(run.error)
      : new BenchwrightError(paused ? 'RUN_PAUSED' : 'RUN_CANCELLED', {
          found: `the run "${run.name}" was ${paused ? 'paused' : 'cancelled'}`,
          next: `Run \`benchwright resume ${run.name}\` to go on.`,
        });
  }
  const had = await holdsExport(store, run, out);
  const isThere = (): boolean => existsSync(join(out, 'manifest.json'));
  if (!had) await driveExport(context, store, run.runId, out, isThere, workers);
  if (wasFinished)
    context.terminal.note(
      had
        ? `the run "${run.name}" was finished before; its export is in ${shownPath(out)}`
        : `the run "${run.name}" was finished before; written again to ${shownPath(out)}`,
    );
  const { object, lines } = await more(out);
  context.terminal.result({ ...(await runObject(store, run)), out, ...object }, [
    ...reportLines(run, out),
    ...lines,
    '',
    `next: ${typed(`verify ${shownPath(out)}`)}`,
  ]);
  return EXIT.ok;
}

/** Whether `out` holds this run's export. @throws OUTPUT_EXISTS when it holds something else */
async function holdsExport(store: Store, run: Run, out: string): Promise<boolean> {
  const text = await readFile(join(out, 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) {
    if (existsSync(out) && !(await isEmptyFolder(out))) throw outputExists(out);
    return false;
  }
  const { frozen, counts } = await getRun(store, run.runId);
  const manifest = parsed(text);
  const { format: _format, ...inputs } = frozen;
  const same = Object.entries({ ...inputs, counts }).every(
    ([key, value]) => canonicalJson(manifest?.[key] ?? null) === canonicalJson(value),
  );
  if (same) return true;
  throw outputExists(out);
}

/** The manifest's fields; undefined when the file is something else. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
