import type { SynthesizedTurn } from '../../../core/mtu-bench/creation.js';
import type { Dialogue, RecordedCall } from '../../../core/dialogue.js';
import type { ItemTurn } from '../../../core/mtu-bench/item.js';
import { turnsWithActs } from '../../../sources/acts-of-words.js';
import { recordedCall, synthesizedTurns } from '../../../transforms/mtu-bench/creation/synthesized-turns.js';
import type { Catalogue } from '../../../transforms/mtu-bench/tools/catalogue.js';

/**
 * A dialogue of words alone with the calls that a model made for it, as if the corpus had recorded them, and its turns with
 * gold. Dialogue acts, which say where values came from, are made by rule.
 *
 * @param catalogue tools since clustering, by which the calls were written
 */
export function convertCreated(
  { unfit: _, ...dialogue }: Dialogue,
  made: readonly SynthesizedTurn[],
  catalogue: Catalogue,
): { readonly dialogue: Dialogue; readonly turns: ItemTurn[] } {
  const recorded = dialogue.turns.map((__, at) =>
    (made[at]?.calls ?? []).map((call) => recordedCall(call, catalogue)),
  );
  const heard = turnsWithActs(
    dialogue.turns.map(({ user, system }, at) => ({
      user: user.utterance,
      system: system.utterance,
      calls: (recorded[at] ?? []).map(inWords),
    })),
  );
  const turns = heard.map(({ user, system }, at) => ({
    user,
    system: { ...system, calls: recorded[at] ?? [] },
  }));
  return {
    dialogue: { ...dialogue, turns, byModel: ['calls', 'observation'] },
    turns: synthesizedTurns({ turns }, made, catalogue),
  };
}

/** Numbers as words say them. */
const inWords = (call: RecordedCall): RecordedCall => ({
  ...call,
  parameters: Object.fromEntries(
    Object.entries(call.parameters).map(([slot, value]) => [
      slot,
      typeof value === 'number' ? String(value) : value,
    ]),
  ),
});
