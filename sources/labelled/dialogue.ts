import type { JsonValue } from '../../core/canonical.js';
import type { Dialogue, DialogueAct, TurnDoubt } from '../../core/dialogue.js';
import { parameterName } from './services.js';
import type { LabelledUtterance } from './utterance.js';
import { objectFrom } from '../../core/json.js';

/**
 * A labelled utterance as a dialogue of one turn (MTU-Bench §3, rule-based creation; formats/sources.md 5): each
 * intent is a call with all slots, in text order; a repeated slot becomes a list. There is no reply, so results are
 * unknown.
 * @param serviceOf the service of an intent
 */
export function utteranceDialogue(
  { text, intents, slots }: LabelledUtterance,
  place: { readonly recordId: string; readonly split: string },
  serviceOf: (intent: string) => string,
  doubt?: TurnDoubt,
): Dialogue {
  const values = new Map<string, string[]>();
  for (const { name, value } of slots)
    values.set(parameterName(name), [...(values.get(parameterName(name)) ?? []), value]);
  const parameters = objectFrom(
    [...values].map(([slot, all]): [string, JsonValue] => [slot, all.length === 1 ? (all[0] ?? '') : all]),
  );
  const asked = intents.map((intent) => ({ service: serviceOf(intent), intent }));
  const [first] = asked;
  const informs = [...values].map(([slot, all]): DialogueAct => ({
    service: first?.service ?? '',
    act: 'INFORM',
    slot,
    values: all,
    canonicalValues: all,
  }));
  return {
    ...place,
    services: [...new Set(asked.map(({ service }) => service))],
    turns: [
      {
        user: {
          utterance: text,
          acts: [...asked.map(asIntentAct), ...informs],
          intents: asked,
        },
        system: {
          utterance: '',
          acts: [],
          calls: asked.map(({ service, intent }) => ({ service, method: intent, parameters, results: null })),
        },
        ...(doubt && { doubts: [doubt] }),
      },
    ],
    byRule: ['calls'],
  };
}

const asIntentAct = ({ service, intent }: { service: string; intent: string }): DialogueAct => ({
  service,
  act: 'INFORM_INTENT',
  slot: 'intent',
  values: [intent],
  canonicalValues: [intent],
});
