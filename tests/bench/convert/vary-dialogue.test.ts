import { describe, expect, it } from 'vitest';
import { sayLike } from '../../../bench/convert/made-up.js';
import { slotFacts, type SgdJsonDialogue } from '../../../bench/convert/sgd-json.js';
import { varyDialogue } from '../../../bench/convert/vary-dialogue.js';

const facts = slotFacts([
  {
    service_name: 'Hotels_9',
    slots: [
      { name: 'city', is_categorical: false },
      { name: 'hotel_name', is_categorical: false },
      { name: 'check_in', is_categorical: false },
      { name: 'check_out', is_categorical: false },
      { name: 'rooms', is_categorical: true },
    ],
    intents: [{ optional_slots: { check_in: '2019-03-01', rooms: '1' } }],
  },
]);

const service = 'Hotels_9';
const act = (slot: string, value: string, canonical = value) => ({
  act: 'INFORM',
  slot,
  values: [value],
  canonical_values: [canonical],
});

/** A user asks for a hotel; the call has a default that nobody said, and the system offers what it found. */
const dialogue: SgdJsonDialogue = {
  dialogue_id: '9_00001',
  turns: [
    {
      speaker: 'USER',
      utterance: 'Two rooms in SF until the 8th.',
      frames: [
        {
          service,
          actions: [
            act('rooms', 'Two', '2'),
            act('city', 'SF', 'San Francisco'),
            act('check_out', 'the 8th', '2019-03-08'),
          ],
          slots: [
            { slot: 'city', start: 13, exclusive_end: 15 },
            { slot: 'check_out', start: 22, exclusive_end: 29 },
          ],
          state: { slot_values: { rooms: ['Two'], city: ['SF'], check_out: ['the 8th'] } },
        },
      ],
    },
    {
      speaker: 'SYSTEM',
      utterance: 'The Old Inn in San Francisco.',
      frames: [
        {
          service,
          actions: [act('hotel_name', 'The Old Inn'), act('city', 'San Francisco')],
          slots: [
            { slot: 'hotel_name', start: 0, exclusive_end: 11 },
            { slot: 'city', start: 15, exclusive_end: 28 },
          ],
          service_call: {
            parameters: {
              city: 'San Francisco',
              check_in: '2019-03-01',
              check_out: '2019-03-08',
              rooms: '2',
            },
          },
          service_results: [{ hotel_name: 'The Old Inn', city: 'San Francisco', check_in: '2019-03-01' }],
        },
      ],
    },
    { speaker: 'USER', utterance: 'Fine.', frames: [] },
  ],
};

describe('a varied copy of a dialogue', () => {
  const copy = varyDialogue(dialogue, facts, 1);
  const [user, system, last] = copy.turns;
  const call = system?.frames[0]?.service_call?.parameters;

  it('has other free values, the same in acts, states, calls, results and words', () => {
    const city = call?.['city'] ?? '';
    expect(city).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u);
    expect(city).not.toBe('San Francisco');
    expect(user?.frames[0]?.actions[1]).toMatchObject({ values: [city], canonical_values: [city] });
    expect(user?.frames[0]?.state?.slot_values['city']).toEqual([city]);
    const name = system?.frames[0]?.service_results?.[0]?.['hotel_name'] ?? '';
    expect(name).toMatch(/^The \p{L}+ Inn$/u);
    expect(system?.utterance).toBe(`${name} in ${city}.`);
    const day = call?.['check_out'] ?? '';
    expect(day > '2019-03-08').toBe(true);
    expect(user?.utterance).toBe(`Two rooms in ${city} until ${sayLike('the 8th', day)}.`);
  });

  it('keeps values from a list and defaults', () => {
    expect(call).toMatchObject({ rooms: '2', check_in: '2019-03-01' });
    expect(user?.frames[0]?.state?.slot_values['rooms']).toEqual(['Two']);
  });

  it('marks the new values', () => {
    for (const { utterance, frames } of copy.turns)
      for (const { slots, actions } of frames)
        for (const { start, exclusive_end } of slots)
          expect(actions.flatMap(({ values }) => values)).toContain(utterance.slice(start, exclusive_end));
  });

  it('has a remark where the user says no value', () => {
    expect(last?.utterance).toMatch(/^Fine\. \p{Lu}[^.]+\.$/u);
  });

  it('is the same each time, and another for another copy', () => {
    expect(varyDialogue(dialogue, facts, 1)).toEqual(copy);
    expect(varyDialogue(dialogue, facts, 2).turns[0]?.utterance).not.toBe(user?.utterance);
  });
});

describe('saying a new value', () => {
  it.each([
    ['tomorrow', '2019-03-22', 'March 22nd'],
    ['the 1st', '2019-04-11', 'April 11th'],
    ['half past 3', '15:45', '3:45 pm'],
    ['noon', '00:00', '12 am'],
    ['$1,770', '2385', '$2,385'],
    ['530 bucks', '714', '714 bucks'],
    ['four hundred dollars', '917', '917 dollars'],
    ['$8,238.58', '1904.33', '$1,904.33'],
    ['SF', 'Ulia Kelona', 'Ulia Kelona'],
  ])('%s becomes %s: "%s"', (said, canonical, expected) => {
    expect(sayLike(said, canonical)).toBe(expected);
  });
});
