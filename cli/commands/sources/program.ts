import type { Command } from 'commander';
import type { sourcesFetchCommand } from './sources.js';
import type { topicsCommand } from './topics.js';

type AddCommand = (usage: string, summary: string, example: string, parent?: Command) => Command;
type Act = (code: Promise<number>) => Promise<void>;

/**
 * The commands on corpora: `sources list`, `sources fetch`, and the table of their topics.
 * @param command adds a command to a parent, as the others are made
 * @param act sets the exit code that a command gives
 */
export function sourcesCommands(main: Command, command: AddCommand, act: Act): void {
  const sources = main
    .command('sources')
    .description('the corpora that can be read: licences, where to get them')
    .addHelpText('after', '\nExample:\n  benchwright sources list');
  command(
    'list',
    'list the corpora with their licences and what a conversion may be used for',
    'benchwright sources list --json',
    sources,
  ).action((options: { json?: boolean }) =>
    act(import('./sources.js').then((m) => m.sourcesListCommand(options))),
  );
  command(
    'fetch <name>',
    'download a corpus from its official place; goes on where it was interrupted',
    'benchwright sources fetch sgd --to corpora/sgd',
    sources,
  )
    .option('--to <dir>', 'folder to download to (default: corpora/NAME)')
    .option('--from <url>', 'another address of the same archive, such as a mirror')
    .action((name: string, options: Parameters<typeof sourcesFetchCommand>[1]) =>
      act(import('./sources.js').then((m) => m.sourcesFetchCommand(name, options))),
    );
  command(
    'topics',
    'print the ready-made table of topics, for editing and --topics',
    'benchwright topics > topics.yaml',
  ).action((options: Parameters<typeof topicsCommand>[0]) =>
    act(import('./topics.js').then((m) => m.topicsCommand(options))),
  );
}
