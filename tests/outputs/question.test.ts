import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Setting } from '../../core/item.js';
import { EvaluationFile } from '../../outputs/mtu-bench/evaluation-file.js';
import { HashedFile } from '../../outputs/hashed-file.js';
import { convertDialogue } from '../../transforms/conversion/convert-dialogue.js';
import { ToolOffer } from '../../transforms/offering/offered-tools.js';
import { buildItems } from '../../transforms/settings/build-items.js';
import { readLines } from '../support/corpus.js';
import { act, called, CATALOGUE, dialogue, PROVENANCE, wants, type Exchange } from '../support/dialogue.js';
import { freshFolder } from '../support/files.js';
import { describeShared, sharedPath } from '../support/shared.js';

interface EvaluationRecord {
  readonly id: string;
  readonly question: string;
  readonly answer: unknown;
}

const INSTRUCTIONS = '\nThe instructions.\nThought: xxxx\n';

/** The records of the item of this setting that a dialogue gives; no tools are offered but its own. */
async function recordsOf(setting: Setting, ...exchanges: Exchange[]): Promise<EvaluationRecord[]> {
  const turns = convertDialogue(dialogue(...exchanges), 'sgd', CATALOGUE);
  const built = buildItems(turns, [], PROVENANCE, '2019-03-01', CATALOGUE);
  const item = built.find((one) => one.item.setting === setting)?.item;
  if (!item) throw new Error(`the dialogue gives no item of ${setting}`);
  const path = join(freshFolder(), 'eval.jsonl');
  const file = await HashedFile.create('eval.jsonl', path);
  const offer = new ToolOffer(CATALOGUE.tools, 1, 0);
  const evaluation = new EvaluationFile(setting, INSTRUCTIONS, file, offer, CATALOGUE.tools);
  await evaluation.append(item);
  await file.finish();
  expect(evaluation.records).toBe(item.turns.length);
  return readLines(path);
}

/** A text with its spaces at the ends of lines made visible. */
const shown = (text: string | undefined): string =>
  (text ?? '').replace(/ +$/gm, (blanks) => '·'.repeat(blanks.length));

const swan = { inn_name: 'The Swan', address: "5 St. Mary's Lane", pets: 'True' };
const find: Exchange = {
  says: 'An inn in York?',
  user: [wants('FindInn'), act('INFORM', 'city', 'York')],
  reply: 'The Swan is "good".',
  system: [act('OFFER', 'inn_name', 'The Swan')],
  calls: [called('Inns_1.FindInn', { city: 'York' }, swan)],
};
const thanks: Exchange = { says: 'Thanks.', user: [act('THANK_YOU')], reply: 'Bye.' };

describe('a question, to the byte (formats/mtu-bench.md 1.2); · is a space at the end of a line', () => {
  it('S-S: instructions, the sentence, the tools as a Python literal on a line of their own, the user', async () => {
    const [record, ...others] = await recordsOf('S-S', find, thanks);
    expect(others).toEqual([]);
    expect(record).toMatchObject({ id: 'S-S_0', answer: { FindInn: { city: 'York' } } });
    expect(shown(record?.question)).toBe(`
The instructions.
Thought: xxxx
The following is a list of APIs and their parameters that you can use:
[{'name': 'FindInn', 'description': 'Find an inn in a city. stars: one of 1, 2, 3', 'required_parameters': ['city'], 'optional_parameters': {'stars': 'dontcare'}, 'result_parameters': ['inn_name', 'city', 'stars', 'address', 'pets']}]
User: An inn in York?`);
  });

  it('M-S: past turns with thought, call and observation; a turn without a call has an empty observation', async () => {
    const again = { ...find, calls: [called('Inns_1.FindInn', { city: 'York' }, swan, { inn_name: 'B' })] };
    const none = { ...find, reply: 'None.', calls: [called('Inns_1.FindInn', { city: 'York' })] };
    const records = await recordsOf('M-S', { ...thanks, says: 'Hello.' }, find, again, none, thanks);
    expect(records.map(({ id, answer }) => [id, answer])).toEqual([
      ['M-S_0_0', { '': {} }],
      ['M-S_0_1', { FindInn: { city: 'York' } }],
      ['M-S_0_2', { FindInn: { city: 'York' } }],
      ['M-S_0_3', { FindInn: { city: 'York' } }],
      ['M-S_0_4', { '': {} }],
    ]);
    const head = `
The instructions.
Thought: xxxx
The following is a list of APIs and their parameters that you can use:
[{'name': 'FindInn', 'description': 'Find an inn in a city. stars: one of 1, 2, 3', 'required_parameters': ['city'], 'optional_parameters': {'stars': 'dontcare'}, 'result_parameters': ['inn_name', 'city', 'stars', 'address', 'pets']}]
History Dialog:·
`;
    expect(shown(records[0]?.question)).toBe(`${head}User: Hello.`);
    expect(shown(records[4]?.question)).toBe(`${head}user: Hello.
function:·
Thought: The user says thanks. Nothing has to be looked up or carried out, so no tool is called.
observation:·
assistant: : Bye.
user: An inn in York?
function:·
Thought: The user wants to find an inn in a city and gives city. All that FindInn requires is known (city), so it is called.
Action: FindInn·
Action Input: {'city': 'York'}
observation: : {'inn_name': 'The Swan', 'address': "5 St. Mary's Lane", 'pets': 'True'}
assistant: : The Swan is "good".
user: An inn in York?
function:·
Thought: The user wants to find an inn in a city and gives city. All that FindInn requires is known (city), so it is called.
Action: FindInn·
Action Input: {'city': 'York'}
observation: : [{'inn_name': 'The Swan', 'address': "5 St. Mary's Lane", 'pets': 'True'}, {'inn_name': 'B'}]
assistant: : The Swan is "good".
user: An inn in York?
function:·
Thought: The user wants to find an inn in a city and gives city. All that FindInn requires is known (city), so it is called.
Action: FindInn·
Action Input: {'city': 'York'}
observation: : {}
assistant: : None.
User: Thanks.`);
  });

  it('M-M: tools as JSON right after the sentence; past turns with calls only, a value unseen by its source', async () => {
    const ride: Exchange = {
      says: 'A car there.',
      user: [act('INFORM', 'seats', '2')],
      reply: 'It comes.',
      calls: [called('Rides_1.GetRide', { destination: "5 St. Mary's Lane", seats: '2' }, {})],
    };
    const records = await recordsOf('M-M', find, thanks, ride, thanks);
    expect(records.map(({ id, answer }) => [id, answer])).toEqual([
      ['M-M_0_0', { FindInn: { city: 'York' } }],
      ['M-M_0_1', {}],
      ['M-M_0_2', { GetRide: { destination: 'FindInn.address', seats: '2' } }],
      ['M-M_0_3', {}],
    ]);
    const question = shown(records[3]?.question);
    const [head, history] = question.split('History Dialog:·\n');
    const sentence = 'The following is a list of APIs and their parameters that you can use:';
    expect(head?.startsWith(`${INSTRUCTIONS}${sentence}[{"name": "`)).toBe(true);
    const tools = (head ?? '').slice(`${INSTRUCTIONS}${sentence}`.length, -1);
    expect(tools).toContain(
      '{"name": "GetRide", "description": "Call a car. seats: one of 1, 2, 3. shared_ride: True or False", "required_parameters": ["destination", "seats"], "optional_parameters": {"shared_ride": "True"}, "result_parameters": ["destination", "seats", "shared_ride"]}',
    );
    expect((JSON.parse(tools) as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      'FindInn',
      'GetRide',
    ]);
    expect(history).toBe(`User:  An inn in York?
Action: {"FindInn": {"city": "York"}}
Assistant:  The Swan is "good".

User:  Thanks.
Action: {}
Assistant:  Bye.

User:  A car there.
Action: {"GetRide": {"destination": "FindInn.address", "seats": "2"}}
Assistant:  It comes.

User:  Thanks.`);
    expect(records.map(({ question: text }) => text.startsWith(head ?? ''))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});

/** The history of a question and its current turn. */
const historyOf = ({ question }: { question: string }): string =>
  question.slice(question.indexOf('\nHistory Dialog: \n'));

/** The layouts of histories, with the current turn, as 1.2 describes them. */
const LAYOUTS = {
  'M-S':
    /^\nHistory Dialog: \n(?:user: .*\nfunction: \nThought: .*\n(?:Action: \S+ ?\nAction Input: \{.*\}\n)?observation: (?:: [[{].*)?\nassistant: : .*\n)*User: .*$/,
  'M-M': /^\nHistory Dialog: \n(?:User: {2}.*\nAction: \{.*\}\nAssistant: {2}.*\n\n)*User: {2}.*$/,
} as const;

describeShared('the layout of histories is that of the published files', () => {
  const published = (setting: 'M-S' | 'M-M'): string[] =>
    readLines<{ question: string }>(sharedPath('data', 'mtu-bench', `${setting}_eval.half.jsonl`)).map(
      historyOf,
    );

  it('M-S: of 237 of the 250 records; the others lack a thought. 130 of 304 action lines end in a space', () => {
    expect(published('M-S').filter((history) => LAYOUTS['M-S'].test(history))).toHaveLength(237);
  });

  it('M-M: of 107 of the 129 records; the others lack blank lines or end otherwise', () => {
    expect(published('M-M').filter((history) => LAYOUTS['M-M'].test(history))).toHaveLength(107);
  });

  it('and ours', async () => {
    const multi = await recordsOf(
      'M-M',
      find,
      thanks,
      { ...thanks, calls: [called('Inns_1.BookInn', {}, {})] },
      thanks,
    );
    const single = await recordsOf('M-S', find, thanks, thanks);
    for (const record of multi) expect(historyOf(record)).toMatch(LAYOUTS['M-M']);
    for (const record of single) expect(historyOf(record)).toMatch(LAYOUTS['M-S']);
  });
});
