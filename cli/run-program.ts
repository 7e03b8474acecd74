import { CommanderError, type Command } from 'commander';
import { toErrorRecord, BenchwrightError } from '../core/errors/benchwright-error.js';
import { EXIT } from '../core/errors/catalogue.js';
import { program } from './program.js';
import { inSurroundings, surroundings, type Surroundings } from '../app/surroundings.js';
import { Terminal } from './text/terminal.js';

/**
 * Runs one command in this process. Working directory and environment variables are the process's.
 * @returns its exit code
 */
export const runProgram = (given: Surroundings = surroundings()): Promise<number> =>
  inSurroundings(given, () => execute(given));

async function execute({ words, stdout, stderr }: Surroundings): Promise<number> {
  let terminal = new Terminal(words.includes('--json'));
  let exit: number = EXIT.ok;
  const cli = program(async (code) => {
    exit = await code;
  });
  eachCommand(cli, (command) => {
    // Commander ends the process by itself unless told otherwise.
    command.exitOverride().configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    });
  });
  try {
    await cli.parseAsync(words, { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    terminal = Terminal.current ?? terminal;
    if (process.env['BENCHWRIGHT_DEBUG'] !== undefined && error instanceof Error)
      terminal.note(error.stack ?? error.message);
    terminal.failure(toErrorRecord(error));
    return BenchwrightError.is(error) ? error.exit : EXIT.internal;
  }
}

function eachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const child of command.commands) eachCommand(child, visit);
}
