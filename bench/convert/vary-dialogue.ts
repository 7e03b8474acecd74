import { byText } from '../../core/ids.js';
import { seededRandom } from '../../core/random.js';
import { MadeUp, sayLike } from './made-up.js';
import { replaceInText } from './replace-in-text.js';
import type { SgdJsonDialogue, SgdJsonFrame, SlotFacts } from './sgd-json.js';

const SEED = 20;
/** Said forms as short as this are replaced where the corpus marks them, not wherever they occur. */
const SHORT = 4;

/** What replaces the values of one dialogue: canonical ones, and those said in utterances. */
interface Replacements {
  readonly canonical: ReadonlyMap<string, string>;
  readonly said: ReadonlyMap<string, string>;
}

/**
 * The same dialogue about other things: values of free slots (names, places, titles, amounts, dates, times) are
 * replaced in utterances, spans, acts, states, calls and results alike, so that calls pass and fail the checks as
 * before. Values from a schema's list, defaults and short numbers stay. What a user says without any value gets a remark
 * about made-up people, or the copies of "I want to watch a movie" would all be duplicates.
 *
 * @param copy from 1; the same copy of the same dialogue is the same for ever
 */
export function varyDialogue<T extends SgdJsonDialogue>(dialogue: T, facts: SlotFacts, copy: number): T {
  const made = new MadeUp(seededRandom(SEED, 'copy', String(copy), dialogue.dialogue_id));
  const { canonical, said } = replacements(dialogue, facts, made);
  // The longest form first: "San Jose Station" before "San Jose".
  const anywhere = [...said]
    .filter(([old]) => old.length > SHORT && /\p{L}/u.test(old))
    .sort(([a], [b]) => b.length - a.length || byText(a, b));
  const inCalls = (service: string, values: Readonly<Record<string, string>>): Record<string, string> =>
    mapValues(values, (value, slot) =>
      facts.isFree(service, slot) ? (canonical.get(value) ?? value) : value,
    );
  const turns = dialogue.turns.map((turn) => {
    const spans = turn.frames.flatMap((frame) => frame.slots);
    const { text, moved } = replaceInText(turn.utterance, spans, said, anywhere);
    const same = text === turn.utterance && turn.speaker === 'USER';
    const frames = turn.frames.map((frame) => ({
      ...frame,
      actions: frame.actions.map((act) =>
        facts.isFree(frame.service, act.slot)
          ? {
              ...act,
              values: act.values.map((value) => said.get(value) ?? value),
              canonical_values: act.canonical_values.map((value) => canonical.get(value) ?? value),
            }
          : act,
      ),
      slots: frame.slots.map((span) => ({ ...span, ...moved(span) })),
      ...(frame.state ? { state: varyState(frame, facts, said) } : {}),
      ...(frame.service_call
        ? {
            service_call: {
              ...frame.service_call,
              parameters: inCalls(frame.service, frame.service_call.parameters),
            },
          }
        : {}),
      ...(frame.service_results
        ? { service_results: frame.service_results.map((result) => inCalls(frame.service, result)) }
        : {}),
    }));
    return { ...turn, utterance: same ? `${text} ${made.remark()}` : text, frames };
  });
  return { ...dialogue, turns };
}

function varyState(
  { service, state }: SgdJsonFrame,
  facts: SlotFacts,
  said: ReadonlyMap<string, string>,
): SgdJsonFrame['state'] {
  const values = mapValues(state?.slot_values ?? {}, (forms, slot) =>
    facts.isFree(service, slot) ? [...new Set(forms.map((form) => said.get(form) ?? form))] : forms,
  );
  return { ...state, slot_values: values };
}

/** What each value of the dialogue becomes. A value that must stay in one place stays everywhere. */
function replacements(dialogue: SgdJsonDialogue, facts: SlotFacts, made: MadeUp): Replacements {
  const { forms, fixed } = valuesOf(dialogue, facts);
  const canonical = new Map<string, string>();
  const said = new Map<string, string>();
  for (const [value, saidForms] of forms) {
    const stays =
      fixed.has(value) || facts.isDefault(value) || [...saidForms].some((form) => fixed.has(form));
    const next = stays ? undefined : made.valueLike(value);
    if (next === undefined) continue;
    canonical.set(value, next);
    for (const form of saidForms) said.set(form, sayLike(form, next));
  }
  return { canonical, said };
}

/** Canonical values of free slots with the forms in which they are said, and all values of other slots. */
function valuesOf(
  dialogue: SgdJsonDialogue,
  facts: SlotFacts,
): { forms: Map<string, Set<string>>; fixed: Set<string> } {
  const forms = new Map<string, Set<string>>();
  const fixed = new Set(['dontcare', 'True', 'False']);
  const add = (service: string, slot: string, canonical: string, form?: string): void => {
    if (!facts.isFree(service, slot)) {
      fixed.add(canonical).add(form ?? canonical);
      return;
    }
    const known = forms.get(canonical) ?? new Set();
    forms.set(canonical, form === undefined ? known : known.add(form));
  };
  for (const { service, actions, service_call, service_results } of dialogue.turns.flatMap((t) => t.frames)) {
    for (const { slot, values, canonical_values } of actions)
      values.forEach((form, i) => add(service, slot, canonical_values[i] ?? form, form));
    for (const result of [service_call?.parameters ?? {}, ...(service_results ?? [])])
      for (const [slot, value] of Object.entries(result)) add(service, slot, value);
  }
  return { forms, fixed };
}

const mapValues = <V, W>(
  of: Readonly<Record<string, V>>,
  change: (value: V, key: string) => W,
): Record<string, W> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value, key)]));
