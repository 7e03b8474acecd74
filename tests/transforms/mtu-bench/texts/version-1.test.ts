import { describe, expect, it } from 'vitest';
import { convertDialogue } from '../../../../transforms/mtu-bench/conversion/convert-dialogue.js';
import { act, called, CATALOGUE, dialogue, wants, type Exchange } from '../../../support/dialogue.js';
import { describeCorpora } from '../../../support/corpus.js';

const thoughts = (...exchanges: Exchange[]): string[] =>
  convertDialogue(dialogue(...exchanges), 'sgd', CATALOGUE).map((turn) => turn.thought.text);
const thought = (exchange: Exchange): string => thoughts(exchange)[0] ?? '';

describe('the thought of a turn in version 1', () => {
  it('follows a dialogue from the wish to the farewell', () => {
    const inn = { inn_name: 'The Swan', city: 'York' };
    expect(
      thoughts(
        { user: [wants('FindInn')], system: [act('REQUEST', 'city')] },
        {
          user: [act('INFORM', 'city', 'York'), act('INFORM', 'stars', '2')],
          calls: [called('Inns_1.FindInn', { city: 'York', stars: '2' }, inn)],
          system: [act('OFFER', 'inn_name', 'The Swan')],
        },
        { user: [act('REQUEST', 'address')], system: [act('INFORM', 'address', '5 Mill Lane')] },
        {
          user: [act('SELECT'), wants('BookInn'), act('INFORM', 'date', '2019-03-08')],
          system: [act('CONFIRM', 'inn_name', 'The Swan'), act('CONFIRM', 'date', '2019-03-08')],
        },
        {
          user: [act('AFFIRM')],
          calls: [called('Inns_1.BookInn', { inn_name: 'The Swan', date: '2019-03-08' }, {})],
        },
        { user: [act('THANK_YOU'), act('GOODBYE')] },
      ),
    ).toEqual([
      'The user wants to find an inn in a city. Information is missing (city), so the user has to be asked before any tool can be called.',
      'The user gives city and stars. All that FindInn requires is known (city), stars can be given as well, so it is called.',
      'The user asks for address. What is needed to answer is already known from an earlier result, so no tool is called.',
      'The user wants to reserve rooms at an inn, accepts what was offered and gives date. Before the tool is called, the user has to confirm inn_name and date.',
      'The user confirms the details. All that BookInn requires is known (inn_name and date), inn_name being taken from an earlier result, so it is called.',
      'The user says thanks. Nothing has to be looked up or carried out, so no tool is called.',
    ]);
  });

  it.each([
    [[act('NEGATE'), act('INFORM', 'date', 'x')], 'The user corrects the details and gives date.'],
    [[act('REQUEST_ALTS')], 'The user asks for something else.'],
    [[act('NEGATE_INTENT'), act('GOODBYE')], 'The user does not want what was suggested.'],
    [[act('GOODBYE')], 'The user says goodbye.'],
    [[], 'The user goes on with the conversation.'],
    [[wants('BuyInn')], 'The user wants to buyInn.'], // an intent that the schema lacks
    [
      [act('REQUEST', 'a'), act('REQUEST', 'b'), act('REQUEST', 'a'), act('REQUEST', 'c')],
      'The user asks for a, b and c.',
    ],
  ])('%j: %s', (user, begins) => {
    expect(thought({ user })).toMatch(new RegExp(`^${begins} `));
  });

  it('names the intent that a suggestion was about', () => {
    const taken = { user: [act('AFFIRM_INTENT')], intents: [{ service: 'Inns_1', intent: 'BookInn' }] };
    expect(thought(taken)).toMatch(/^The user takes up the suggestion to reserve rooms at an inn\. /);
  });

  it('names a tool that needs nothing more', () => {
    expect(thought({ calls: [called('Inns_1.FindInn', {})] })).toBe(
      'The user goes on with the conversation. FindInn needs nothing more and is called.',
    );
  });
});

describeCorpora(
  (corpus) => {
    const turns = () =>
      corpus().items.flatMap((item) => item.turns.map((turn) => ({ setting: item.setting, ...turn })));

    it('has a thought on every turn, which speaks of a call where there is one and nowhere else', () => {
      const asSaid = turns().filter(({ setting }) => setting !== 'S-M');
      expect(asSaid.length).toBeGreaterThan(100);
      for (const { thought: said, calls } of asSaid) {
        expect(said.text).toMatch(/^The user [^.]+\. .+\.$/);
        expect(/(, so it| and) is called\.$/.test(said.text), said.text).toBe(calls.length > 0);
      }
    });

    it('names each tool that is called as it is called since clustering, and where requests are joined in order', () => {
      const { tools } = corpus().tools.clustered.catalogue;
      for (const { setting, thought: said, calls } of turns()) {
        const names = calls.map(({ tool }) => tools[tool]?.name ?? `no ${tool}`);
        for (const name of names) expect(said.text).toContain(name);
        const called = [...said.text.matchAll(/(\S+) is called/g)].map(([, name]) => name);
        if (setting === 'S-M') expect(called, said.text).toEqual(names);
      }
    });
  },
  { texts: '1' },
);
