import { valueKey } from '../../../core/canonical.js';
import type { CheckFinding, ItemTurn } from '../../../core/mtu-bench/item.js';

/** Name of the check. */
export const REPEATED_CALL = 'call whose result the history has';

/**
 * Finds calls that were made before with the same arguments: the prompts say that no tool is called for what the
 * history contains.
 */
export function repeatedCalls(turns: readonly ItemTurn[]): CheckFinding[] {
  const before = new Map<string, number>();
  return turns.flatMap(({ index, calls }) =>
    calls.flatMap(({ tool, arguments: given }) => {
      const key = valueKey([tool, given]);
      const first = before.get(key);
      before.set(key, first ?? index);
      if (first === undefined) return [];
      const detail = `the same call was made at turn ${first}`;
      return [{ check: REPEATED_CALL, outcome: 'suspect' as const, turn: index, tool, detail }];
    }),
  );
}
