import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMulti, parseSingle } from '../../../../transforms/mtu-bench/scoring/parse-prediction.js';

const NO_CALL = { name: '', arguments: {} };

/** Calls of a multi-tool prediction as [name, arguments] in order. */
const calls = (text: string) => [...parseMulti(text)];

describe('reading a single-tool prediction (formats/mtu-bench.md 3.1)', () => {
  it('takes the name and the JSON arguments', () => {
    expect(parseSingle('Thought: x\nAction: FindBus\nAction Input: {"from": "Fresno", "seats": 2}')).toEqual({
      name: 'FindBus',
      arguments: { from: 'Fresno', seats: 2 },
    });
  });

  it('a: needs no line breaks of its own before the two tags', () => {
    expect(parseSingle('Let me see. Action: FindBus Action Input: {"from": "Fresno"}')).toEqual({
      name: 'FindBus',
      arguments: { from: 'Fresno' },
    });
  });

  it('a: tears a name that holds "Action"', () => {
    expect(parseSingle('Action: LiveAction\nAction Input: {}').name).toBe('Live\nAction');
  });

  it('a: does no harm to a value "Action", whose line break is removed again by d', () => {
    expect(parseSingle('Action: FindMovie\nAction Input: {"genre": "Action"}').arguments).toEqual({
      genre: 'Action',
    });
  });

  it.each(['', 'Thought: Nothing to call.', 'Action: FindBus', 'Action Input: {"from": "Fresno"}'])(
    'b: finds no call in %j',
    (text) => expect(parseSingle(text)).toEqual(NO_CALL),
  );

  it('b: finds no call where a tag lacks its colon, on which the published code stops', () => {
    expect(parseSingle('Action FindBus\nAction Input: {}')).toEqual(NO_CALL);
    expect(parseSingle('Action: FindBus\nAction Input {}')).toEqual(NO_CALL);
  });

  it('c: keeps quotes around a name', () => {
    expect(parseSingle('Action: "FindBus"\nAction Input: {}').name).toBe('"FindBus"');
  });

  it('c: ends the name at a second "Action:" too', () => {
    expect(parseSingle('Action: FindBus Action: FindTrain Action Input: {}').name).toBe('FindBus');
  });

  it('d: ignores what stands around the braces and line breaks within', () => {
    const text = 'Action: FindBus\nAction Input: ```json\n{\n  "from":\n "Fresno"\n}\n``` Done.';
    expect(parseSingle(text).arguments).toEqual({ from: 'Fresno' });
  });

  it('d: supplies a missing last brace', () => {
    expect(parseSingle('Action: FindBus\nAction Input: {"from": "Fresno"').arguments).toEqual({
      from: 'Fresno',
    });
  });

  it('d: reads True and False, also inside strings', () => {
    expect(parseSingle('Action: A\nAction Input: {"wifi": True, "title": "False Start"}').arguments).toEqual({
      wifi: true,
      title: 'false Start',
    });
  });

  it('d: cuts a nested object at its first closing brace, so that nothing is called', () => {
    expect(parseSingle('Action: A\nAction Input: {"a": {"b": 1}}')).toEqual(NO_CALL);
  });

  it('d: takes an "Action" without any {...} as no call (fault 3)', () => {
    expect(parseSingle('Action: FindBus\nAction Input: none needed')).toEqual(NO_CALL);
  });

  it('e: reads single quotes, and keeps the backslash of an escaped one as text', () => {
    expect(parseSingle("Action: A\nAction Input: {'to': 'Fresno', 'inn': 'Lou\\'s'}").arguments).toEqual({
      to: 'Fresno',
      inn: "Lou\\'s",
    });
  });

  it('e: calls nothing when both readings fail', () => {
    expect(parseSingle("Action: A\nAction Input: {'inn': 'Lou's'}")).toEqual(NO_CALL);
  });

  it('f: calls nothing when the name holds "None"', () => {
    expect(parseSingle('Action: None\nAction Input: {}')).toEqual(NO_CALL);
    expect(parseSingle('Action: NoneSuch\nAction Input: {"a": "b"}')).toEqual(NO_CALL);
  });

  it('f: keeps the first of names parted by commas, and the first of several calls', () => {
    expect(parseSingle('Action: A , B\nAction Input: {}').name).toBe('A');
    expect(parseSingle('Action: A\nAction Input: {"a": 1}\nAction: B\nAction Input: {"b": 2}')).toEqual({
      name: 'A',
      arguments: { a: 1 },
    });
  });
});

describe('reading a multi-tool prediction (formats/mtu-bench.md 3.2)', () => {
  it('takes the calls in order, trimmed, whatever they are named', () => {
    const text = 'Thought: x\nAction:  b\nAction Input: {"x": "1"}\nAction: 1\nAction Input: {}';
    expect(calls(text)).toEqual([
      ['b', { x: '1' }],
      ['1', {}],
    ]);
  });

  it('finds no calls in a thought', () => {
    expect(calls('Thought: Nothing to call.')).toEqual([]);
    expect(calls('')).toEqual([]);
  });

  it('a: loses the arguments of a call with a value "Action"', () => {
    expect(calls('Action: FindMovie\nAction Input: {"genre": "Action"}')).toEqual([['FindMovie', {}]]);
  });

  it('b: removes the thought wherever it is repeated', () => {
    const text = 'Thought: so be it\nAction: A\nAction Input: {"note": "Thought: so be it!"}';
    expect(calls(text)).toEqual([['A', { note: '!' }]]);
  });

  it('c: does not see "Action:" without a blank behind it', () => {
    expect(calls('Action:A\nAction Input: {}\nAction: B\nAction Input: {}')).toEqual([['B', {}]]);
  });

  it('d: skips a call that quotes the prompt', () => {
    const text = 'Action: The name of the API to be called.\nAction Input: {}\nAction: A\nAction Input: {}';
    expect(calls(text)).toEqual([['A', {}]]);
  });

  it('d: cuts a call at "Please provide your"', () => {
    expect(calls('Action: A\nPlease provide your name.\nAction Input: {"a": 1}')).toEqual([['A', {}]]);
  });

  it('e: removes double quotes from names', () => {
    expect(calls('Action: "A"\nAction Input: {}')).toEqual([['A', {}]]);
  });

  it('e: reads indented JSON, True and False, and supplies a missing brace', () => {
    expect(calls('Action: A\nAction Input: {\n  "wifi": True,\n  "pets": False')).toEqual([
      ['A', { wifi: true, pets: false }],
    ]);
  });

  it.each(['{"a": {"b": 1}}', "{'a': 'b'}", 'none', 'as follows: {"a": "b"}'])(
    'e: keeps the call without arguments when they read %s',
    (input) => expect(calls(`Action: A\nAction Input: ${input}`)).toEqual([['A', {}]]),
  );

  it('e: takes a call without "Action Input:" as one without arguments (fault 4)', () => {
    expect(calls('Action: A\nAction: B\nAction Input: {"b": 1}')).toEqual([
      ['A', {}],
      ['B', { b: 1 }],
    ]);
  });

  it('e: reads the rest of a call without a name as its name', () => {
    expect(calls('Action: \nAction Input: {"a": 1}')).toEqual([['Action Input: {a: 1}', {}]]);
  });

  it('f: keeps the last arguments and the first place of a repeated name', () => {
    const text =
      'Action: A\nAction Input: {"a": 1}\nAction: B\nAction Input: {}\nAction: A\nAction Input: {"a": 2}';
    expect(calls(text)).toEqual([
      ['A', { a: 2 }],
      ['B', {}],
    ]);
  });
});

describe('reading anything', () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      'Action',
      'Action: ',
      'Action Input:',
      'Thought: ',
      '{',
      '}',
      '"',
      "'",
      '\\',
      ',',
      'None',
      '\n',
      '1.0',
    ),
    fc.string({ maxLength: 6 }),
  );
  const text = fc.array(fragment, { maxLength: 30, size: 'max' }).map((parts) => parts.join(''));

  it('never fails, and gives trimmed names', () => {
    fc.assert(
      fc.property(text, (prediction) => {
        expect(parseSingle(prediction).name).toBe(parseSingle(prediction).name.trim());
        for (const [name, values] of parseMulti(prediction)) {
          expect(name).not.toContain('"');
          expect(typeof values).toBe('object');
        }
      }),
    );
  });

  it('reads no more than the thought of a text without "Action"', () => {
    fc.assert(
      fc.property(fc.string(), (thought) => {
        fc.pre(!thought.includes('Action'));
        expect(parseSingle(thought)).toEqual(NO_CALL);
        expect(parseMulti(thought).size).toBe(0);
      }),
    );
  });
});
