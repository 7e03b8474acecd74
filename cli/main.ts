#!/usr/bin/env node
import { EXIT } from '../core/errors/catalogue.js';
import { Terminal } from './text/terminal.js';
import { runProgram } from './run-program.js';

// Who reads has seen enough, as in `benchwright status | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  throw error;
});

process.once('SIGINT', () => {
  if (process.argv[2] === 'worker') return;
  const terminal = Terminal.current ?? new Terminal(false);
  terminal.note('\ninterrupted; completed work is kept. Run `benchwright resume` to continue.');
  process.exit(EXIT.interrupted);
});

process.exitCode = await runProgram();
