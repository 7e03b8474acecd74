import type { Dialogue, DialogueAct, RecordedCall } from '../../../core/dialogue.js';
import type { SchemaRenaming } from './schema-renaming.js';
import { ownPart } from '../../../core/own-part.js';
import { objectFrom } from '../../../core/json.js';

/** Acts whose values are intent names: SGD calls their slot `intent`. */
const INTENT_SLOT = 'intent';

/**
 * Renames a dialogue to another schema (SGD-X): services, intents and slots in acts, states, calls and results. Texts
 * and values stay; unknown names stay for the checks to find.
 */
export function renameDialogue(dialogue: Dialogue, renaming: SchemaRenaming): Dialogue {
  const service = (name: string): string => ownPart(renaming, name)?.service ?? name;
  const intent = (of: string, name: string): string => ownPart(ownPart(renaming, of)?.intents, name) ?? name;
  const slot = (of: string, name: string): string => ownPart(ownPart(renaming, of)?.slots, name) ?? name;
  const act = (one: DialogueAct): DialogueAct => {
    const named = one.slot === INTENT_SLOT ? (name: string) => intent(one.service, name) : undefined;
    return {
      ...one,
      service: service(one.service),
      slot: named ? one.slot : slot(one.service, one.slot),
      values: named ? one.values.map(named) : one.values,
      canonicalValues: named ? one.canonicalValues.map(named) : one.canonicalValues,
    };
  };
  const keys = <T>(of: string, record: Readonly<Record<string, T>>): Record<string, T> =>
    objectFrom(Object.entries(record).map(([name, value]) => [slot(of, name), value]));
  const call = (one: RecordedCall): RecordedCall => ({
    service: service(one.service),
    method: intent(one.service, one.method),
    parameters: keys(one.service, one.parameters),
    results: one.results && one.results.map((result) => keys(one.service, result)),
  });
  return {
    ...dialogue,
    services: dialogue.services.map(service),
    turns: dialogue.turns.map(({ user, system }) => ({
      user: {
        ...user,
        acts: user.acts.map(act),
        intents: user.intents.map((active) => ({
          service: service(active.service),
          intent: intent(active.service, active.intent),
        })),
      },
      system: { ...system, acts: system.acts.map(act), calls: system.calls.map(call) },
    })),
  };
}
