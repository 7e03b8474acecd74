import type { HardTexts } from '../hard-texts.js';

/** A slot's name in words: `number_of_seats` is "number of seats". */
const inWords = (slot: string): string => slot.replaceAll('_', ' ').trim();

export const hardTexts: HardTexts = {
  noSuitableTool: () => ({
    thought: 'None of the tools offered can do what the user asks for, so no tool is called.',
    reply: 'I am sorry, but I have no tool that can do this for you.',
  }),
  namingDefaults: (values) =>
    `Please take ${values.map(({ slot, value }) => `${inWords(slot)}: ${value}`).join(', ')}.`,
  changingValue: ({ slot, value }, first) =>
    `For the ${inWords(slot)} I was about to say ${first}, but make that ${value}.`,
};
