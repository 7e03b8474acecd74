#!/usr/bin/env node
import { EXIT } from '../core/errors/catalogue.js';
import { guardOutput } from './closed-output.js';
import { Terminal } from './text/terminal.js';
import { runProgram } from './run-program.js';

const exitCode = guardOutput(process.stdout, process.stderr);

process.once('SIGINT', () => {
  if (process.argv[2] === 'worker') return;
  const terminal = Terminal.current ?? new Terminal(false);
  terminal.note('\ninterrupted; completed work is kept. Run `benchwright resume` to continue.');
  process.exit(EXIT.interrupted);
});

process.exitCode = exitCode(await runProgram());
