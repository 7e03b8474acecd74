import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../core/random.js';
import {
  asks,
  goesOn,
  greets,
  joinUtterances,
  speaksOfChoice,
  standsAlone,
  withConnectives,
  withoutReply,
} from '../../../../transforms/mtu-bench/settings/joined-text.js';

describe('an utterance without its reply', () => {
  it.each([
    ["Thanks. That sounds good. I'd like to hear it.", "I'd like to hear it."],
    ['Ok, now transfer 550 bucks to Philip.', 'Now transfer 550 bucks to Philip.'],
    ['Thanks I also need a transfer', 'I also need a transfer'],
    ['Yes the event is Matt Corby.', 'The event is Matt Corby.'],
    ['Cool, thanks a bunch. Oh yeah, find me a movie', 'Find me a movie'],
    ['Okay good, yeah. Can you make a transfer?', 'Can you make a transfer?'],
    ['That can work. When am I free next Monday?', 'When am I free next Monday?'],
  ])('%s', (utterance, text) => {
    expect(withoutReply(utterance)).toEqual({ text, replied: true });
  });

  it.each(['Sounds good to me.', 'Thanks a lot!', 'Perfect, thank you so much.', 'Yes'])(
    'nothing is left of "%s"',
    (utterance) => {
      expect(withoutReply(utterance)).toEqual({ text: '', replied: true });
    },
  );

  it.each([
    'Good movies only, please.',
    'Good-looking places in Napa',
    'Thanks to Bob I have 20 dollars to transfer',
    'Fine dining in San Jose',
    'Yesterday I saw a film by Tim Burton.',
    'It works like a charm?',
  ])('"%s" replies to nothing', (text) => {
    expect(withoutReply(text)).toEqual({ text, replied: false });
  });
});

describe('words that need the conversation they were said in', () => {
  it.each([
    'Maria.',
    'My savings.',
    'No, the other one.',
    "Let's try 7 pm instead",
    'checking account then.',
  ])('"%s" is an answer or a change of mind', (text) => {
    expect(standsAlone(text)).toBe(false);
  });

  it.each(['From my checking.', 'On Thursday next week.', 'I need 2 tickets'])(
    '"%s" can stand alone',
    (text) => {
      expect(standsAlone(text)).toBe(true);
    },
  );

  it.each([
    "Let's go with her. When am I free?",
    "That's the one. Cast it on my television",
    'I will go there. Am I free?',
  ])('"%s" speaks of what was chosen', (text) => {
    expect(speaksOfChoice(text)).toBe(true);
  });

  it.each([
    "I'd like to listen to that one.",
    'Rent the movie. Play it with no subtitles.',
    'When is that? I like IMAX.',
  ])('"%s" asks for something to be done', (text) => {
    expect(speaksOfChoice(text)).toBe(false);
  });

  it('only words that refer to nothing before them can begin a text', () => {
    expect(goesOn("I'd also like to find a restaurant nearby.")).toBe(true);
    expect(goesOn('I want to hear it on TV')).toBe(true);
    expect(goesOn('Find a movie that stars Tim Roth')).toBe(false);
  });

  it('a request to a stranger answers nobody and is more than a name', () => {
    expect(asks('I want to watch a movie.')).toBe(true);
    expect(asks('Thank you. I want to watch a movie.')).toBe(false);
    expect(asks('dean deblois please')).toBe(false);
  });
});

describe('utterances as one text', () => {
  it('each is a sentence of its own', () => {
    expect(joinUtterances(['find me a  movie ', 'In "York."', 'really?', 'at 7,', 'for two'])).toBe(
      'find me a movie. In "York." really? at 7. for two',
    );
  });

  it('connectives go before requests without a change of their words, none twice', () => {
    const requests = ['Find a film.', 'Can you find an inn?', "I'd like a ride.", 'Paris hotels, please.'];
    const texts = Array.from({ length: 40 }, (_, seed) => withConnectives(requests, seededRandom(seed)));
    for (const [first, ...others] of texts) {
      expect(first).toBe('Find a film.');
      expect(others[2]).toBe('Paris hotels, please.'); // a name keeps its capital
      const used = others.map((text) => /^(Also,|And|Besides,) /.exec(text)?.[1]).filter(Boolean);
      expect(new Set(used).size).toBe(used.length);
    }
    const second = new Set(texts.map((text) => text[1]));
    expect([...second].sort()).toEqual([
      'Also, can you find an inn?',
      'And can you find an inn?',
      'Besides, can you find an inn?',
      'Can you find an inn?',
    ]);
    expect(new Set(texts.map((text) => text[2]))).toContain("Also, I'd like a ride.");
  });

  it('knows a greeting', () => {
    expect(['Hi, find me an inn', 'Hello!', 'Good morning, …'].every(greets)).toBe(true);
    expect(greets('His movies, please')).toBe(false);
  });
});
