import type { JsonValue } from '../../../core/canonical.js';
import type { DialogueTurn, RecordedCall } from '../../../core/dialogue.js';
import type { ItemTurn, ToolCall, ValueOrigin } from '../../../core/mtu-bench/item.js';
import { isTelling } from '../conversion/value-origins.js';
import type { Catalogue } from '../tools/catalogue.js';

/** A call of a dialogue as the corpus has it and as the item has it, whose tool and slots clustering may have renamed. */
export interface MadeCall {
  readonly turn: number;
  readonly recorded: RecordedCall;
  readonly gold: ToolCall;
  /** What it gave, in the item's names. */
  readonly observation: JsonValue;
  /** The system said that it failed. */
  readonly failed: boolean;
}

/** Calls of a dialogue in order; `turns` are the dialogue's own, call for call. */
export function madeCalls(dialogueTurns: readonly DialogueTurn[], turns: readonly ItemTurn[]): MadeCall[] {
  return dialogueTurns.flatMap(({ system }, turn) => {
    const made = turns[turn];
    const failed = system.acts.some(({ act }) => act === 'NOTIFY_FAILURE');
    return system.calls.flatMap((recorded, i): MadeCall[] => {
      const gold = made?.calls[i];
      if (!made || !gold) return [];
      const several = system.calls.length > 1 && Array.isArray(made.observation);
      const observation = several
        ? ((made.observation as readonly JsonValue[])[i] ?? null)
        : made.observation;
      return [{ turn, recorded, gold, observation, failed }];
    });
  });
}

/** A slot and its value in the first result of a call, by the corpus's name and the item's. */
interface ResultValue {
  readonly slot: string;
  readonly renamed: string;
  readonly value: JsonValue;
}

/**
 * The first result of a call, which is what a program that takes `Tool.result_slot` takes; nothing of a call that
 * found nothing or failed. Renaming keeps the order of slots, so they are matched by position.
 */
export function firstResult(call: MadeCall): ResultValue[] {
  const [result] = call.recorded.results ?? [];
  if (!result || call.failed) return [];
  const shown = (Array.isArray(call.observation) ? call.observation[0] : call.observation) as
    Readonly<Record<string, JsonValue>> | undefined;
  const renamed = Object.keys(shown ?? {});
  return Object.entries(result).map(([slot, value], i) => ({ slot, value, renamed: renamed[i] ?? slot }));
}

/** Where an argument of a joined turn comes from; for a stated one, which turn of the dialogue is needed for it. */
export interface Found {
  readonly origin: ValueOrigin;
  readonly statedAt?: number;
}

/**
 * Where a joined turn gets an argument from: stated in a turn that can be taken, or in the first result of an earlier
 * call of the stretch. The order is that of `DialogueMemory.originOf`: under the same slot name first, and under
 * another only what is not equal by chance. Undefined where the joined turn would not say it: a default that nobody
 * states included, as the prompt asks for values from the context (formats/mtu-bench.md 1.2) and the scorer counts
 * arguments (3.3), so that a model which rightly leaves it out would be marked wrong. S-S has the same rule.
 *
 * @param parameter position of the argument in the call
 * @param before earlier calls of the same stretch
 * @param says turns of the dialogue that can be taken, with what the user says in them
 */
export function originInJoined(
  call: MadeCall,
  parameter: number,
  before: readonly MadeCall[],
  says: readonly Statement[],
  catalogue: Catalogue,
): Found | undefined {
  const [slot, value] = Object.entries(call.recorded.parameters)[parameter] ?? ['', null];
  const renamed = Object.keys(call.gold.arguments)[parameter] ?? slot;
  const heard = says.filter((statement) => statement.turn <= call.turn && statement.value === value);
  const stated = heard.findLast((statement) => statement.slot === slot);
  if (stated) return asStated(stated);
  if (value === catalogue.tools[call.gold.tool]?.optional[renamed]) return undefined;
  const held = before.flatMap((earlier) =>
    firstResult(earlier)
      .map((result) => ({ ...result, tool: earlier.gold.tool }))
      .filter(
        (result) => result.value === value && catalogue.tools[result.tool]?.results.includes(result.renamed),
      ),
  );
  const inherited = held.findLast((result) => result.slot === slot);
  if (inherited) return asInherited(inherited);
  const elsewhere = heard.at(-1);
  if (elsewhere) return asStated(elsewhere);
  const across = isTelling(value) ? held.at(-1) : undefined;
  return across && asInherited(across);
}

/** A value that the user gives in words. */
export interface Statement {
  readonly turn: number;
  readonly slot: string;
  readonly value: string;
}

/** A joined item has one turn: everything is said, and found, in turn 0. */
const asStated = ({ turn, slot }: Statement): Found => ({
  origin: { kind: 'stated', turn: 0, slot },
  statedAt: turn,
});

const asInherited = ({ tool, renamed }: { tool: string; renamed: string }): Found => ({
  origin: { kind: 'inherited', turn: 0, tool, resultSlot: renamed, said: false },
});
