import type { DialogueAct } from '../../../core/dialogue.js';
import type { Databases } from '../databases.js';
import type { WozExchange } from '../exchange.js';
import type { Given } from './memory.js';
import { PLACES, trainsIn, type Names } from './names.js';
import { gives } from './words.js';

/**
 * The user's acts as their words state them: annotators also recorded what "the same area" refers to, and omitted some
 * of what was said. Origins of values, and joined requests, are based on these acts.
 */
export function checkedUserActs(
  acts: readonly DialogueAct[],
  { user }: WozExchange,
  given: readonly Given[],
): DialogueAct[] {
  const literal = (slot: string, value: string): boolean => gives(user.utterance, slot, value);
  const kept = acts.filter(
    ({ act, slot, canonicalValues: [value] }) =>
      act !== 'INFORM' || value === undefined || literal(slot, value),
  );
  const more = given.filter(
    ({ domain, slot, value }) =>
      literal(slot, value) &&
      !kept.some((act) => act.service === domain && act.slot === slot && act.canonicalValues.includes(value)),
  );
  return [...kept, ...more.map((one) => inform(one.domain, one.slot, one.value))];
}

/**
 * The system's acts with the database's spelling of names, and with places and trains that only the reply's text
 * mentions.
 */
export function checkedSystemActs(
  acts: readonly DialogueAct[],
  { system }: WozExchange,
  databases: Databases,
  names: Names,
): DialogueAct[] {
  const written = acts.map((act) => {
    const [name] = act.slot === 'name' ? act.canonicalValues : [];
    return name === undefined ? act : { ...act, canonicalValues: [databases.nameOf(act.service, name)] };
  });
  const mentioned = [
    ...PLACES.flatMap((domain) =>
      names.said(domain, system.utterance).map((name) => ({ domain, slot: 'name', value: name })),
    ),
    ...trainsIn(system.utterance).map((id) => ({ domain: 'train', slot: 'trainID', value: id })),
  ];
  const more = mentioned.filter(
    ({ slot, value }) => !written.some((act) => act.slot === slot && act.canonicalValues.includes(value)),
  );
  return [...written, ...more.map((one) => inform(one.domain, one.slot, one.value))];
}

const inform = (service: string, slot: string, value: string): DialogueAct => ({
  service,
  act: 'INFORM',
  slot,
  values: [value],
  canonicalValues: [value],
});
