import type { NewRun } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { Context } from '../context.js';
import { freezeAsk, type AskOptions } from './freeze-ask.js';
import { freezeCorrect } from './freeze-correct.js';
import { freezeMtuBench } from './freeze-mtu-bench.js';
import { freezeTEval } from './freeze-t-eval.js';
import type { SettingOptions } from './run-settings.js';
import type { TEvalOptions } from './t-eval-settings.js';

/** What a person says of a run of any family besides its name and place. */
export interface FamilyOptions extends SettingOptions, AskOptions, TEvalOptions {
  readonly source: readonly string[];
  readonly seed: number;
}

/** Where a run is to be, and who is told meanwhile. */
export interface FreezeInto {
  readonly name: string;
  readonly out: string;
  /** Told before sources are read through, with how many bytes they have. */
  readonly onFound?: (bytes: number) => void;
}

/**
 * Reads what a run of a family is given and freezes it, before a run exists.
 * @throws as the family's own `freeze…`
 */
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
      return freezeAsk(context, store, { ...options, name, sources, out });
    case 't-eval':
      return freezeTEval(context, store, { ...options, name, out, onProgress });
    case 'correct':
      return freezeCorrect(context, { ...options, name, out });
    default:
      return freezeMtuBench(context, store, options, {
        ...{ name, sources, seed, out, onProgress },
        ...(onFound && { onFound }),
      });
  }
}
