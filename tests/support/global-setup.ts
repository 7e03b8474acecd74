import { rmSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { TestProject } from 'vitest/node';
import { formatError, toErrorRecord } from '../../core/errors/benchwright-error.js';
import { locateTemporal } from '../../engine/locate.js';
import { buildReviewPage } from './build-review-page.js';
import { builtFromTheseSources } from './built.js';
import { bundleWorkflows, quietRuntime } from './temporal-bundle.js';

/** A value, or the text of the error for which there is none: a test that needs it fails with that text. */
export type Provided<T> = { readonly value: T } | { readonly error: string };

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the Temporal server of this run of the tests. */
    temporalAddress: Provided<string>;
    /** Code of the workflows, bundled from the sources. */
    workflowCode: Provided<string>;
    /** Folder of the review page, built from the sources. */
    reviewPage: Provided<string>;
  }
}

const DYNAMIC = [
  // The server lets an id continue as new, or start again, only once a second: tests would wait for that.
  'history.workflowIdReuseMinimalInterval="0s"',
  // A new server has no tasks in other partitions: a third of its processor time for a run.
  ...['matching.numTaskqueueReadPartitions=1', 'matching.numTaskqueueWritePartitions=1'],
];

/**
 * Once for a run of the tests: one Temporal server, found as the product finds it, one bundle of the workflows, and the
 * review page.
 * Throws nothing: tests that need none of them run all the same.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  quietRuntime();
  let server: TestWorkflowEnvironment | undefined;
  const address = await attempt(async () => {
    server = await startServer();
    return server.address;
  });
  project.provide('temporalAddress', address);
  // `npm test` has built both a moment ago; who runs one file after a change does not build everything for it.
  const built = builtFromTheseSources();
  project.provide(
    'workflowCode',
    await attempt(async () => built?.workflowCode ?? (await bundleWorkflows()).code),
  );
  const page = await attempt(async () => built?.reviewPage ?? (await buildReviewPage()));
  project.provide('reviewPage', page);
  return async () => {
    if ('value' in page && page.value !== built?.reviewPage)
      rmSync(page.value, { recursive: true, force: true });
    await server?.teardown();
  };
}

async function startServer(): Promise<TestWorkflowEnvironment> {
  say('looking for a Temporal executable; without one on PATH or in the cache this takes some minutes, once');
  const { path, version, origin } = await locateTemporal({ onProgress: say });
  say(`Temporal ${version} (from: ${origin})`);
  // The test processes and the commands that they start inherit this, and so find the same executable at once.
  process.env['PATH'] = [dirname(path), process.env['PATH']].join(delimiter);
  // Temporal's servers are many and short-lived in tests: they collect garbage less often, a tenth of what they compute.
  process.env['GOGC'] ??= '400';
  const options = {
    executable: { type: 'existing-path' as const, path },
    ip: '127.0.0.1',
    extraArgs: DYNAMIC.flatMap((value) => ['--dynamic-config-value', value]),
  };
  // Somebody may take one of its ports between choice and start.
  for (let tries = 1; ; tries++)
    try {
      return await TestWorkflowEnvironment.createLocal({ server: options });
    } catch (error) {
      if (tries === 3) throw error;
      say(`the Temporal server did not start and is started again: ${String(error)}`);
    }
}

async function attempt<T>(make: () => Promise<T>): Promise<Provided<T>> {
  try {
    return { value: await make() };
  } catch (error) {
    const text = formatError(toErrorRecord(error));
    say(text);
    return { error: text };
  }
}

function say(message: string): void {
  process.stderr.write(`tests: ${message}\n`);
}
