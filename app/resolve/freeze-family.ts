import type { NewRun } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { Context } from '../context.js';
import { resolveAsk, type AskOptions } from '../../families/ask/resolve/resolve-run.js';
import { resolveCorrect } from '../../families/correct/resolve/resolve-run.js';
import { resolveMtuBench } from '../../families/mtu-bench/resolve/resolve-run.js';
import { resolveTEval } from '../../families/t-eval/resolve/resolve-run.js';
import type { SettingOptions } from '../../families/mtu-bench/resolve/settings.js';
import type { TEvalOptions } from '../../families/t-eval/resolve/settings.js';

/** Options of a run of any family besides name and output. */
export interface FamilyOptions extends SettingOptions, AskOptions, TEvalOptions {
  readonly source: readonly string[];
  readonly seed: number;
}

/** Where the run goes, and progress callbacks. */
export interface FreezeInto {
  readonly name: string;
  readonly out: string;
  /** Called before sources are read, with their total bytes. */
  readonly onFound?: (bytes: number) => void;
}

/** Resolves a run's spec before the run exists. @throws as the family's own `freeze…` */
export function freezeFamily(
  context: Context,
  store: Store,
  family: string,
  options: FamilyOptions,
  { name, out, onFound }: FreezeInto,
): Promise<NewRun> {
  const { source: sources, seed } = options;
  const onProgress = (message: string): void => context.terminal.note(message);
  switch (family) {
    case 'ask':
      return resolveAsk(context, store, { ...options, name, sources, out });
    case 't-eval':
      return resolveTEval(context, store, { ...options, name, out, onProgress });
    case 'correct':
      return resolveCorrect(context, { ...options, name, out });
    default:
      return resolveMtuBench(context, store, options, {
        ...{ name, sources, seed, out, onProgress },
        ...(onFound && { onFound }),
      });
  }
}
