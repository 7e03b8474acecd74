#!/usr/bin/env node
import { CommanderError, type Command } from 'commander';
import { EXIT } from '../core/errors/catalogue.js';
import { toErrorRecord, BenchwrightError } from '../core/errors/benchwright-error.js';
import { Terminal } from './text/terminal.js';
import { program } from './program.js';

async function main(words: readonly string[]): Promise<void> {
  const json = words.includes('--json');
  let terminal = new Terminal(json);
  process.once('SIGINT', () => {
    if (words[2] === 'worker') return;
    terminal.note('\ninterrupted; completed work is kept. Run `benchwright resume` to continue.');
    process.exit(EXIT.interrupted);
  });
  const cli = program(async (code) => {
    process.exitCode = await code;
  }).exitOverride();
  overrideExits(cli);
  try {
    await cli.parseAsync(words);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      return;
    }
    terminal = Terminal.current ?? terminal;
    if (process.env['BENCHWRIGHT_DEBUG'] !== undefined && error instanceof Error)
      terminal.note(error.stack ?? error.message);
    terminal.failure(toErrorRecord(error));
    process.exitCode = BenchwrightError.is(error) ? error.exit : EXIT.internal;
  }
}

/** Commander ends the process by itself unless told otherwise, command by command. */
function overrideExits(command: Command): void {
  command.exitOverride();
  command.commands.forEach(overrideExits);
}

await main(process.argv);
