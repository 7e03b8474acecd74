import type { JsonValue } from '../../../core/canonical.js';
import type { DialogueTurn, RecordedCall } from '../../../core/dialogue.js';
import type { ItemTurn, ToolCall, ValueOrigin } from '../../../core/mtu-bench/item.js';
import { isDistinctive } from '../conversion/value-origins.js';
import type { Catalogue } from '../tools/catalogue.js';
import { sameLeaf } from '../../../core/number-as-written.js';
import { ownPart } from '../../../core/own-part.js';

/** A call as in the corpus and as in the item, where clustering may have renamed tool and slots. */
export interface MadeCall {
  readonly turn: number;
  readonly recorded: RecordedCall;
  readonly gold: ToolCall;
  /** Its result, in the item's names. */
  readonly observation: JsonValue;
  /** Whether the system said that it failed. */
  readonly failed: boolean;
}

/** The calls of a dialogue in order; `turns` correspond call for call. */
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

/** A slot of a call's first result, by the corpus's and the item's name. */
interface ResultValue {
  readonly slot: string;
  readonly renamed: string;
  readonly value: JsonValue;
}

/**
 * A call's first result, which `Tool.result_slot` refers to; empty if it found nothing or failed. Slots are matched by
 * position, as renaming keeps their order.
 */
export function firstResult(call: MadeCall): ResultValue[] {
  const [result] = call.recorded.results ?? [];
  if (!result || call.failed) return [];
  const shown = (Array.isArray(call.observation) ? call.observation[0] : call.observation) as
    | Readonly<Record<string, JsonValue>>
    | undefined;
  const renamed = Object.keys(shown ?? {});
  return Object.entries(result).map(([slot, value], i) => ({ slot, value, renamed: renamed[i] ?? slot }));
}

/** The origin of a joined turn's argument; for a stated one, the dialogue turn that states it. */
export interface Found {
  readonly origin: ValueOrigin;
  readonly statedAt?: number;
}

/**
 * The origin of a joined turn's argument: a turn that can be used, or the first result of an earlier call of the
 * stretch. Same precedence as `DialogueMemory.originOf`. Undefined if the joined turn would not state it, including
 * unstated defaults: the prompt asks for values from the context (formats/mtu-bench.md 1.2) and the scorer counts
 * arguments (3.3), so a model that rightly omits it would be marked wrong. S-S has the same rule.
 * @param parameter index of the argument
 * @param before earlier calls of the same stretch
 * @param says usable turns with the user's text
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
  if (value === ownPart(ownPart(catalogue.tools, call.gold.tool)?.optional, renamed)) return undefined;
  const held = before.flatMap((earlier) =>
    firstResult(earlier)
      .map((result) => ({ ...result, tool: earlier.gold.tool }))
      .filter(
        (result) =>
          sameLeaf(result.value, value) &&
          ownPart(catalogue.tools, result.tool)?.results.includes(result.renamed),
      ),
  );
  const inherited = held.findLast((result) => result.slot === slot);
  if (inherited) return asInherited(inherited);
  const elsewhere = heard.at(-1);
  if (elsewhere) return asStated(elsewhere);
  const across = isDistinctive(value) ? held.at(-1) : undefined;
  return across && asInherited(across);
}

/** A value stated by the user. */
export interface Statement {
  readonly turn: number;
  readonly slot: string;
  readonly value: string;
}

/** A joined item has only turn 0. */
const asStated = ({ turn, slot }: Statement): Found => ({
  origin: { kind: 'stated', turn: 0, slot },
  statedAt: turn,
});

const asInherited = ({ tool, renamed }: { tool: string; renamed: string }): Found => ({
  origin: { kind: 'inherited', turn: 0, tool, resultSlot: renamed, said: false },
});
