import type { Command } from 'commander';
import type { callsShowCommand, CallsListOptions } from './calls.js';
import type {
  ledgerExportCommand,
  ledgerPruneCommand,
  ledgerShowCommand,
  ledgerStatsCommand,
} from './ledger.js';
import type { PromptsOptions, PromptsRenderOptions } from './prompts.js';
import type { GlobalOptions } from '../../../app/context.js';

/** Adds a command to a parent, as all of them are made. */
type AddCommand = (usage: string, summary: string, example: string, parent: Command) => Command;
type Act = (code: Promise<number>) => Promise<void>;

/**
 * The commands on language models: `prompts …`, `calls …`, `ledger …`, `models …`.
 * @param command adds a command to a parent, as the others are made
 * @param act sets the exit code that a command gives
 */
export function modelCommands(main: Command, command: AddCommand, act: Act): void {
  promptsCommands(main, command, act);
  callsCommands(main, command, act);
  ledgerCommands(main, command, act);
  modelsCommands(main, command, act);
}

/** `prompts …`: the prompts, and a person's own in place of them. */
function promptsCommands(main: Command, command: AddCommand, act: Act): void {
  const prompts = main
    .command('prompts')
    .description('show built-in prompts and your overrides')
    .addHelpText('after', '\nExample:\n  benchwright prompts list');
  const folder = ['--prompts <dir>', 'folder of your own: DIR/ID.txt stands in for the prompt ID'] as const;
  command('list', 'list the prompts: id, version, who is asked', 'benchwright prompts list', prompts)
    .option(...folder)
    .action((options: PromptsOptions) =>
      act(import('./prompts.js').then((m) => m.promptsListCommand(options))),
    );
  command(
    'show <id>',
    'show a prompt as its file has it, with what it takes and what is to be answered',
    'benchwright prompts show mtu-bench/m-s',
    prompts,
  )
    .option(...folder)
    .action((id: string, options: PromptsOptions) =>
      act(import('./prompts.js').then((m) => m.promptsShowCommand(id, options))),
    );
  command(
    'render <id>',
    'fill a prompt with an input, or with its example',
    'benchwright prompts render mtu-bench/m-s',
    prompts,
  )
    .option(...folder)
    .option('--input <file>', 'JSON file of the input')
    .action((id: string, options: PromptsRenderOptions) =>
      act(import('./prompts.js').then((m) => m.promptsRenderCommand(id, options))),
    );
}

/** `calls …`: what models were asked for runs. */
function callsCommands(main: Command, command: AddCommand, act: Act): void {
  const calls = main
    .command('calls')
    .description('see what models were asked, call by call or as conversations')
    .addHelpText('after', '\nExample:\n  benchwright calls list');
  priced(
    command(
      'list',
      'the calls that runs used, in the order of first use',
      'benchwright calls list --run my-split --outcome invalid',
      calls,
    ),
  )
    .option('--run <name>', 'only of this run')
    .option('--stage <stage>', 'only of this stage')
    .option('--subject <id>', 'only for this item, conversation or tool')
    .option('--outcome <outcome>', 'answered, invalid, refused or rejected')
    .option('--limit <n>', 'how many are shown (default: 100)')
    .action((options: CallsListOptions) =>
      act(import('./calls.js').then((m) => m.callsListCommand(options))),
    );
  priced(
    command(
      'show <subject>',
      'the calls of a subject as one conversation, or one call by the beginning of its key',
      'benchwright calls show dev/1_00000',
      calls,
    ),
  )
    .option('--run <name>', 'the run, when the subject is in several')
    .option('--stage <stage>', 'the stage, when the subject is in several')
    .action((subject: string, options: Parameters<typeof callsShowCommand>[1]) =>
      act(import('./calls.js').then((m) => m.callsShowCommand(subject, options))),
    );
}

const priced = (to: Command): Command =>
  to.option(
    '--price <model=in,out>',
    'price in dollars a million tokens, cached ones as a third number; may be repeated',
    (word: string, before: string[]) => [...before, word],
    [],
  );

/** `ledger …`: the paid answers of the home. */
function ledgerCommands(main: Command, command: AddCommand, act: Act): void {
  const ledger = main
    .command('ledger')
    .description('look at the paid answers of models, carry them elsewhere, remove unused ones')
    .addHelpText('after', '\nExample:\n  benchwright ledger stats');
  const ofRun = ['--run <name>', 'only what this run used'] as const;
  priced(
    command(
      'show <key>',
      'show a call by the beginning of its key: request, outcome, uses, failures',
      'benchwright ledger show 3f9a',
      ledger,
    ),
  ).action((key: string, options: Parameters<typeof ledgerShowCommand>[1]) =>
    act(import('./ledger.js').then((m) => m.ledgerShowCommand(key, options))),
  );
  priced(
    command(
      'stats',
      'what was bought, what was possibly billed twice, what failed',
      'benchwright ledger stats --price gpt-x=0.15,0.60',
      ledger,
    ),
  )
    .option(...ofRun)
    .action((options: Parameters<typeof ledgerStatsCommand>[0]) =>
      act(import('./ledger.js').then((m) => m.ledgerStatsCommand(options))),
    );
  command(
    'export <file>',
    'write the answers as JSONL, compressed when the name ends in .gz',
    'benchwright ledger export answers.jsonl.gz --run my-split',
    ledger,
  )
    .option(...ofRun)
    .action((file: string, options: Parameters<typeof ledgerExportCommand>[1]) =>
      act(import('./ledger.js').then((m) => m.ledgerExportCommand(file, options))),
    );
  command(
    'import <file>',
    'take in answers that were bought elsewhere; what is there stays as it is',
    'benchwright ledger import answers.jsonl.gz',
    ledger,
  ).action((file: string, options: GlobalOptions) =>
    act(import('./ledger.js').then((m) => m.ledgerImportCommand(file, options))),
  );
  priced(
    command(
      'prune',
      'say which answers no run uses and what they cost; --yes removes them',
      'benchwright ledger prune --yes',
      ledger,
    ),
  )
    .option('--yes', 'remove them')
    .action((options: Parameters<typeof ledgerPruneCommand>[0]) =>
      act(import('./ledger.js').then((m) => m.ledgerPruneCommand(options))),
    );
}

/** `models …`: which model serves which role. */
function modelsCommands(main: Command, command: AddCommand, act: Act): void {
  const models = main
    .command('models')
    .description('look at the models of the roles, and try one')
    .addHelpText('after', '\nExample:\n  benchwright models list');
  command(
    'list',
    'which model serves which role, its price, limits and key',
    'benchwright models list',
    models,
  ).action((options: GlobalOptions) => act(import('./models.js').then((m) => m.modelsListCommand(options))));
  command(
    'ask <role> <text>',
    'one question to the model of a role, as a run would ask it',
    'benchwright models ask generator "Say ok."',
    models,
  ).action((role: string, text: string, options: GlobalOptions) =>
    act(import('./models.js').then((m) => m.modelsAskCommand(role, text, options))),
  );
}
