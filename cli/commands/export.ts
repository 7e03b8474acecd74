import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { openContext, withStore, type GlobalOptions } from '../context.js';
import { chooseRun } from './resume.js';
import { finishRun } from './run.js';

/** `export [NAME] --out DIR`: writes a finished run's export to a folder. @returns the exit code */
export async function exportCommand(
  name: string | undefined,
  options: GlobalOptions & { readonly out?: string },
): Promise<number> {
  const context = await openContext(options);
  return withStore(context, async (store) => {
    const run = await chooseRun(store, name);
    if (run.status !== 'finished') {
      throw new BenchwrightError('RUN_NOT_FINISHED', {
        expected: 'a finished run',
        found: `"${run.name}" is ${run.status}`,
        next: `Run \`benchwright resume ${run.name}\` first; \`benchwright status ${run.name}\` shows what is left.`,
      });
    }
    const out = resolve(options.out ?? run.out);
    if (existsSync(join(out, 'manifest.json'))) context.terminal.note(`looking at what is in ${out}`);
    return finishRun(context, store, run, out);
  });
}
