import { ownPart } from '../../../core/own-part.js';
import type { CheckFinding, ItemTurn } from '../../../core/mtu-bench/item.js';
import { writeJson } from '../../../core/json.js';

/** Name of the check. */
export const UNKNOWN_VALUE = 'value that nobody gave';

/**
 * Finds arguments whose value is in no canonical value, earlier result or default, so that a model cannot know them.
 */
export const unknownOrigins = (turns: readonly ItemTurn[]): CheckFinding[] =>
  turns.flatMap(({ index, calls }) =>
    calls.flatMap(({ tool, arguments: given, origins }) =>
      Object.entries(origins)
        .filter(([, { kind }]) => kind === 'unknown')
        .map(([parameter]) => ({
          check: UNKNOWN_VALUE,
          outcome: 'suspect' as const,
          turn: index,
          tool,
          detail: `${parameter} = ${writeJson(ownPart(given, parameter))} is neither said, found nor a default before the call`,
        })),
    ),
  );
