import type { Command } from 'commander';
import {
  ledgerExportCommand,
  ledgerImportCommand,
  ledgerPruneCommand,
  ledgerShowCommand,
  ledgerStatsCommand,
} from './commands/ledger.js';
import type { GlobalOptions } from './context.js';

/**
 * `ledger …`: the paid answers of the home.
 * @param command adds a command to a parent, as the others are made
 * @param act sets the exit code that a command gives
 */
export function ledgerCommands(
  main: Command,
  command: (usage: string, summary: string, example: string, parent: Command) => Command,
  act: (code: Promise<number>) => Promise<void>,
): void {
  const ledger = main
    .command('ledger')
    .description('look at the paid answers of models, carry them elsewhere, remove unused ones')
    .addHelpText('after', '\nExample:\n  benchwright ledger stats');
  const priced = (to: Command): Command =>
    to.option(
      '--price <model=in,out>',
      'price in dollars a million tokens, cached ones as a third number; may be repeated',
      (word: string, before: string[]) => [...before, word],
      [],
    );
  const ofRun = ['--run <name>', 'only what this run used'] as const;
  priced(
    command(
      'show <key>',
      'show a call by the beginning of its key: request, outcome, uses, failures',
      'benchwright ledger show 3f9a',
      ledger,
    ),
  ).action((key: string, options: Parameters<typeof ledgerShowCommand>[1]) =>
    act(ledgerShowCommand(key, options)),
  );
  priced(
    command(
      'stats',
      'what was bought, what was perhaps billed twice, what failed',
      'benchwright ledger stats --price gpt-x=0.15,0.60',
      ledger,
    ),
  )
    .option(...ofRun)
    .action((options: Parameters<typeof ledgerStatsCommand>[0]) => act(ledgerStatsCommand(options)));
  command(
    'export <file>',
    'write the answers as JSONL, compressed when the name ends in .gz',
    'benchwright ledger export answers.jsonl.gz --run my-split',
    ledger,
  )
    .option(...ofRun)
    .action((file: string, options: Parameters<typeof ledgerExportCommand>[1]) =>
      act(ledgerExportCommand(file, options)),
    );
  command(
    'import <file>',
    'take in answers that were bought elsewhere; what is there stays as it is',
    'benchwright ledger import answers.jsonl.gz',
    ledger,
  ).action((file: string, options: GlobalOptions) => act(ledgerImportCommand(file, options)));
  priced(
    command(
      'prune',
      'say which answers no run uses and what they cost; --yes removes them',
      'benchwright ledger prune --yes',
      ledger,
    ),
  )
    .option('--yes', 'remove them')
    .action((options: Parameters<typeof ledgerPruneCommand>[0]) => act(ledgerPruneCommand(options)));
}
