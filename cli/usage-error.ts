import type { Command, CommanderError } from 'commander';
import { BenchwrightError } from '../core/errors/benchwright-error.js';

/** Converts commander's refusal to an error of the catalogue. Commander has already printed its own text. */
export function usageError(error: CommanderError, main: Command, words: readonly string[]): BenchwrightError {
  const typed = ['benchwright', ...namedCommands(main, words)].join(' ');
  return new BenchwrightError(
    'USAGE',
    {
      expected: `what \`${typed} --help\` lists`,
      found: error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' '),
      next: `Run \`${typed} --help\`.`,
    },
    { cause: error },
  );
}

/** The commands at the start of a command line: `review assign`. */
function namedCommands(main: Command, words: readonly string[]): string[] {
  const names: string[] = [];
  let command: Command | undefined = main;
  for (const word of words) {
    command = command.commands.find((one) => one.name() === word);
    if (!command) break;
    names.push(word);
  }
  return names;
}
