import type { Command } from 'commander';
import type { toolsShowCommand, ToolsOptions } from './tools.js';
import { wholeNumber } from '../../run-options.js';

type AddCommand = (usage: string, summary: string, example: string, parent?: Command) => Command;
type Act = (code: Promise<number>) => Promise<void>;

/** Seconds until a server has answered: one that npx gets first takes a while. */
const TIMEOUT_S = 30;

const KINDS = `
FROM is a file, an https:// URL (http:// on this machine only), 'mcp:COMMAND ARGS' or 'mcp:URL'. The kind is seen from
the content: OpenAPI 3 (JSON, YAML), T-Eval's tools, a function list as OpenAI or Anthropic take it, or what
\`tools show --json\` wrote. Several are one library.`;

/**
 * The commands on tool documents: `tools check` and `tools show`.
 * @param command adds a command to a parent, as the others are made
 * @param act sets the exit code that a command gives
 */
export function toolsCommands(main: Command, command: AddCommand, act: Act): void {
  const tools = main
    .command('tools')
    .description('look at tool documents before a benchmark is made of them')
    .addHelpText('after', '\nExample:\n  benchwright tools check examples/tools/library.openapi.yaml');
  const from = (name: string, summary: string, example: string): Command =>
    command(`${name} <from...>`, summary, example, tools)
      .option('--domains <file>', 'YAML file with the domains of tools: `Weather: [travel]`')
      .option('--timeout <s>', 'seconds until a URL or server has answered', wholeNumber, TIMEOUT_S)
      .addHelpText('after', KINDS);
  from(
    'check',
    'say what is wrong or weak: missing descriptions, names that clash, no return data, no types',
    'benchwright tools check examples/tools/library.openapi.yaml',
  ).action((sources: string[], options: ToolsOptions) =>
    act(import('./tools.js').then((m) => m.toolsCheckCommand(sources, options))),
  );
  from(
    'show',
    'print the tool documents; --json prints them in a form that is read again',
    "benchwright tools show 'mcp:node examples/tools/reading-list.mjs' --json",
  )
    .option('--tool <name>', 'only this tool')
    .option('--as <format>', "benchwright, or t-eval: T-Eval's own JSON", 'benchwright')
    .action((sources: string[], options: Parameters<typeof toolsShowCommand>[1]) =>
      act(import('./tools.js').then((m) => m.toolsShowCommand(sources, options))),
    );
}
