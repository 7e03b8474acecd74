import { describe, expect, it } from 'vitest';
import { itemId } from '../../../core/ids.js';
import { checkTurns } from '../../../transforms/checks/check-turns.js';
import { convertDialogue } from '../../../transforms/conversion/convert-dialogue.js';
import { buildItems, NO_ITEM, NOT_EVALUATED, whyNoItem } from '../../../transforms/settings/build-items.js';
import { describeCorpora } from '../../support/corpus.js';
import { act, called, CATALOGUE, dialogue, PROVENANCE, type Exchange } from '../../support/dialogue.js';

function itemsOf(...exchanges: Exchange[]) {
  const turns = convertDialogue(dialogue(...exchanges), 'sgd', CATALOGUE);
  return buildItems(turns, checkTurns(turns, CATALOGUE), PROVENANCE, '2019-03-01', CATALOGUE);
}
const settingsOf = (...exchanges: Exchange[]): string[] =>
  itemsOf(...exchanges).map(({ item }) => item.setting);

const inn = { inn_name: 'The Swan', city: 'York', address: '5 Mill Lane' };
/** A first turn that states its call. */
const find: Exchange = {
  user: [act('INFORM', 'city', 'York')],
  calls: [called('Inns_1.FindInn', { city: 'York' }, inn)],
};
const bookSwan = called('Inns_1.BookInn', { inn_name: 'The Swan', date: '2019-03-08' }, {});
const book: Exchange = { user: [act('INFORM', 'date', '2019-03-08')], calls: [bookSwan] };

describe('the setting of a dialogue', () => {
  it.each([
    ['one tool', [{}, find, {}], ['M-S']],
    ['one tool, called twice', [{}, find, find], ['M-S']],
    ['two tools', [{}, find, book], ['M-M']],
    ['a first turn that states its call, one tool', [find, {}], ['S-S', 'M-S']],
    ['a first turn that states its call, two tools', [find, book], ['S-S', 'M-M']],
    ['a single turn that states its call', [find], ['S-S']],
    ['no call', [{}, {}], []],
  ])('%s', (_, exchanges, settings) => {
    expect(settingsOf(...exchanges)).toEqual(settings);
  });

  it.each([
    ['a default', called('Inns_1.FindInn', { city: 'York', stars: 'dontcare' }, inn)],
    ['a value from nowhere', called('Inns_1.FindInn', { city: 'Hull' }, inn)],
  ])('no S-S is cut where the first call holds %s', (_, call) => {
    expect(settingsOf({ ...find, calls: [call] }, {})).toEqual(['M-S']);
  });

  it('no S-S is cut from a first turn with two calls', () => {
    expect(
      settingsOf({ ...find, calls: [...(find.calls ?? []), called('Inns_1.FindInn', { city: 'York' })] }, {}),
    ).toEqual(['M-S']);
  });

  it('a call without arguments states all it needs', () => {
    expect(settingsOf({ calls: [called('Inns_1.FindInn', {})] }, {})).toEqual(['S-S', 'M-S']);
  });
});

describe('why a dialogue gives no item', () => {
  const why = (...exchanges: Exchange[]) =>
    whyNoItem(convertDialogue(dialogue(...exchanges), 'sgd', CATALOGUE)).reason;

  it('it has no call', () => {
    expect(why({}, {})).toBe(NO_ITEM.noCall);
  });

  it('its only turn has a call that it does not state', () => {
    const only = { calls: [called('Inns_1.FindInn', { city: 'Hull' })] };
    expect(settingsOf(only)).toEqual([]);
    expect(why(only)).toBe(NO_ITEM.notStated);
  });
});

describe('an item', () => {
  const [cut, whole] = itemsOf(find, book, {}).map(({ item }) => item);

  it('has a name that no content changes, and a version that all judged content changes', () => {
    const identity = { family: 'mtu-bench', source: 'sgd', recordId: 'dev/1_00000' };
    expect(cut?.itemId).toBe(itemId({ ...identity, stageKey: 'first-turn' }));
    expect(whole?.itemId).toBe(itemId({ ...identity, stageKey: 'dialogue' }));
    const edits: Exchange[] = [
      { ...find, says: 'Another word.' },
      { ...find, reply: 'Another word.' },
      { ...find, calls: [called('Inns_1.FindInn', { city: 'York' }, { ...inn, address: 'x' })] },
      { ...find, user: [...(find.user ?? []), act('REQUEST', 'stars')] },
    ];
    const edited = edits.map((edit) => itemsOf(edit, book, {})[1]?.item);
    expect(new Set([whole, ...edited].map((item) => item?.itemId)).size).toBe(1);
    expect(new Set([whole, ...edited].map((item) => item?.itemVersion)).size).toBe(edits.length + 1);
  });

  it('has another version when the document of a tool that it calls differs, or the day', () => {
    const turns = convertDialogue(dialogue(find, {}), 'sgd', CATALOGUE);
    const version = (catalogue = CATALOGUE, day = '2019-03-01') =>
      buildItems(turns, [], PROVENANCE, day, catalogue)[0]?.item.itemVersion;
    const reworded = (id: string) => {
      const document = CATALOGUE.tools[id];
      if (!document) throw new Error(`no tool ${id}`);
      return {
        ...CATALOGUE,
        tools: { ...CATALOGUE.tools, [id]: { ...document, description: 'Other words' } },
      };
    };
    expect(version(reworded('Inns_1.FindInn'))).not.toBe(version());
    expect(version(reworded('Rides_1.GetRide'))).toBe(version()); // not called
    expect(version(CATALOGUE, '2024-01-04')).not.toBe(version());
  });

  it('of the whole of a single turn is the dialogue', () => {
    const [{ item } = {}] = itemsOf(find);
    expect(item?.itemId).toBe(whole?.itemId);
  });

  it('keeps its version when only the finding of a value’s origin differs (D6)', () => {
    const elsewhere = { ...find, user: [act('INFORM', 'place', 'York'), act('INFORM', 'x', 'y')] };
    const stated = { ...find, user: [act('INFORM', 'city', 'York'), act('INFORM', 'x', 'y')] };
    const texts = [elsewhere, stated].map((first) => {
      const turns = convertDialogue(dialogue(first, {}), 'sgd', CATALOGUE).map((turn) => ({
        ...turn,
        thought: { text: 'the same', origin: 'rule' as const },
      }));
      return buildItems(turns, [], PROVENANCE, '2019-03-01', CATALOGUE)[0]?.item;
    });
    expect(texts[0]?.turns[0]?.calls[0]?.origins).not.toEqual(texts[1]?.turns[0]?.calls[0]?.origins);
    expect(texts[0]?.itemVersion).toBe(texts[1]?.itemVersion);
  });

  it('says its tools, its day, whose parts it is made of, and what the checks found in its turns', () => {
    const [{ item } = {}, { item: dialogueItem } = {}] = itemsOf(find, find, book);
    expect(dialogueItem).toMatchObject({
      family: 'mtu-bench',
      tools: ['Inns_1.BookInn', 'Inns_1.FindInn'],
      referenceDay: '2019-03-01',
      provenance: PROVENANCE,
      origins: {
        user: 'corpus',
        calls: 'corpus',
        observation: 'corpus',
        response: 'corpus',
        thought: 'rule',
      },
      findings: [{ check: 'repeats an earlier call', turn: 1 }],
    });
    expect(item).toMatchObject({ setting: 'S-S', tools: ['Inns_1.FindInn'], findings: [] });
    expect(item?.turns).toHaveLength(1);
  });
});

describe('an item that stays out of the evaluation files', () => {
  const action = {
    ...book,
    user: [act('INFORM', 'date', 'Action')],
    calls: [called('Inns_1.BookInn', { inn_name: 'The Swan', date: 'Action' }, {})],
  };

  it('the scorer reads a value "Action" of M-M as a new call', () => {
    const [, whole] = itemsOf(find, action);
    expect(whole?.item.setting).toBe('M-M');
    expect(whole?.notEvaluated).toEqual({
      reason: NOT_EVALUATED.misread,
      detail: 'turn 1: rule 3.2a: BookInn: a line break is put before the "Action" it holds',
    });
  });

  it('but not of M-S, nor of S-S', () => {
    const city = {
      ...find,
      user: [act('INFORM', 'city', 'Action')],
      calls: [called('Inns_1.FindInn', { city: 'Action' }, inn)],
    };
    expect(itemsOf(city, {}).map(({ item, notEvaluated }) => [item.setting, notEvaluated])).toEqual([
      ['S-S', undefined],
      ['M-S', undefined],
    ]);
  });

  it('a turn that calls one tool twice cannot be written as an answer', () => {
    const twice = { ...find, calls: [...(find.calls ?? []), called('Inns_1.FindInn', { city: 'York' })] };
    expect(itemsOf({}, twice)[0]?.notEvaluated).toEqual({
      reason: NOT_EVALUATED.toolTwice,
      detail: 'turn 1: an answer is an object keyed by tool name and holds each tool once',
    });
  });
});

describeCorpora((corpus) => {
  it('S-S states all of its values in its only turn; M-S calls one tool, M-M several', () => {
    for (const item of corpus().items) {
      const calls = item.turns.flatMap((turn) => turn.calls);
      expect(item.tools).toEqual([...new Set(calls.map((call) => call.tool))].sort());
      if (item.setting === 'S-S') {
        expect([item.turns.length, calls.length]).toEqual([1, 1]);
        for (const origin of Object.values(calls[0]?.origins ?? {}))
          expect(origin).toMatchObject({ kind: 'stated', turn: 0 });
      } else {
        expect(item.turns.length).toBeGreaterThan(1);
        expect(item.setting).toBe(item.tools.length === 1 ? 'M-S' : 'M-M');
      }
    }
  });

  it('every dialogue whose first turn states its call gives an S-S item', () => {
    const { items } = corpus();
    const wholes = items.filter((item) => item.setting !== 'S-S');
    const stating = wholes.filter(({ turns: [first] }) => {
      const values = Object.values(first?.calls[0]?.origins ?? {});
      return (
        first?.calls.length === 1 && values.every((origin) => origin.kind === 'stated' && origin.turn === 0)
      );
    });
    expect(stating.length).toBeGreaterThan(0);
    expect(items.length - wholes.length).toBe(stating.length);
  });

  it('ids are unique', () => {
    const { items } = corpus();
    expect(new Set(items.map((item) => item.itemId)).size).toBe(items.length);
  });
});
