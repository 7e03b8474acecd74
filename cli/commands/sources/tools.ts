import { EXIT } from '../../../core/errors/catalogue.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import {
  fullApiName,
  LIBRARY_FORMAT,
  type LibraryTool,
  type ToolFinding,
  type ToolLibrary,
} from '../../../core/tool-library.js';
import { readLibrary, type LibraryRead } from '../../../sources/tools/read-library.js';
import { checkLibrary } from '../../../transforms/tools/check-library.js';
import { toTEvalTools } from '../../../transforms/t-eval/tool-document.js';
import type { GlobalOptions } from '../../../app/context.js';
import { loadContext } from '../../../app/load-context.js';
import { chosenTools, type ChoiceOptions, type ChosenTools } from '../../../app/resolve/chosen-tools.js';
import { choiceLines } from '../../../app/text/tool-choice.js';
import { leftOut, leftOutLines, listedTools, listLines } from '../../../app/text/tool-list.js';
import { oneOf } from '../../../app/one-of.js';
import { Terminal } from '../../text/terminal.js';
import { apisOf, counted, findingLines, toolLines } from '../../../app/text/tools.js';

export interface ToolsOptions extends GlobalOptions, ChoiceOptions {
  /** As `apis`. */
  readonly select?: readonly string[];
  /** File of tool domains. */
  readonly domains?: string;
  /** Seconds. */
  readonly timeout: number;
}

/** Maximum findings shown per kind. */
const SHOWN = 10;

/** The library with the choice that a run would make, by the same options and configuration. */
async function libraryOf(
  from: readonly string[],
  { timeout, domains, apis = [], select = [], ...options }: ToolsOptions,
  terminal: Terminal,
): Promise<LibraryRead & { readonly chosen: ChosenTools }> {
  const { config } = await loadContext(options, terminal);
  const read = await readLibrary({ from, timeoutMs: timeout * 1000, domains });
  const asked = { ...options, apis: [...apis, ...select] };
  return { ...read, chosen: chosenTools(read.tools, asked, config.tools, from.join(', ')) };
}

/**
 * `tools check`: problems of tool documents, by the rules of a run. Errors give exit code 2.
 * @throws as `readLibrary` and `chosenTools`
 */
export async function toolsCheckCommand(from: readonly string[], options: ToolsOptions): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const { kind, tools: read, findings: met, chosen } = await libraryOf(from, options, terminal);
  const { tools, divided, choice } = chosen;
  const findings = [...ofChosen(met, read, tools), ...checkLibrary(tools)];
  const errors = findings.filter(({ level }) => level === 'error').length;
  const apis = apisOf(tools);
  const more = choice && { choice, divided };
  terminal.result({ kind, tools: tools.length, apis, errors, ...more, findings }, [
    `${counted(tools.length, 'tool')}, ${counted(apis, 'API')} (${kind})`,
    ...choiceLines(chosen, true),
    ...findingLines(findings, SHOWN),
    findings.length === 0
      ? 'nothing to fix'
      : `${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}`,
  ]);
  return errors === 0 ? EXIT.ok : EXIT.usage;
}

/** `tools show`: the documents; with `--json` in a form that `--tools` reads, or as T-Eval's own file. */
export async function toolsShowCommand(
  from: readonly string[],
  options: ToolsOptions & { readonly as: string; readonly tool?: string },
): Promise<number> {
  const as = oneOf('--as', options.as, ['benchwright', 't-eval'] as const, 'tools show');
  const terminal = new Terminal(options.json === true || as === 't-eval');
  const { tools: read, chosen } = await libraryOf(from, options, terminal);
  const all = chosen.tools;
  const tools = all.filter(({ name }) => options.tool === undefined || name === options.tool);
  if (tools.length === 0)
    throw new BenchwrightError('USAGE', {
      expected: `--tool among: ${all.map(({ name }) => name).join(', ')}`,
      found: JSON.stringify(options.tool),
      next: 'See `benchwright tools show --help`.',
    });
  const library: ToolLibrary = { format: LIBRARY_FORMAT, tools };
  for (const line of leftOutLines(read, leftOut(read, chosen))) terminal.note(line);
  terminal.result(as === 't-eval' ? toTEvalTools(tools) : library, toolLines(tools));
  return EXIT.ok;
}

/** `tools list`: names of tools and APIs, and what a choice leaves out. @throws as `tools check` */
export async function toolsListCommand(from: readonly string[], options: ToolsOptions): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const { tools: read, chosen } = await libraryOf(from, options, terminal);
  const tools = await listedTools(chosen.tools);
  const left = leftOut(read, chosen);
  const { choice, divided } = chosen;
  terminal.result({ tools, leftOut: left, ...(choice && { choice, divided }) }, [
    ...listLines(tools),
    ...(chosen.choice ? ['', ...choiceLines(chosen, true), ...leftOutLines(read, left)] : []),
  ]);
  return EXIT.ok;
}

/** What was met while reading, of the chosen APIs, under the names that they have now. */
function ofChosen(
  met: readonly ToolFinding[],
  read: readonly LibraryTool[],
  tools: readonly LibraryTool[],
): ToolFinding[] {
  const now = new Map(tools.flatMap((tool) => tool.apis.map((api) => [api, fullApiName(tool, api)])));
  const names = new Map(
    read.flatMap((tool) => tool.apis.map((api) => [fullApiName(tool, api), now.get(api)])),
  );
  return met.flatMap((finding) => {
    const where = names.has(finding.where) ? names.get(finding.where) : finding.where;
    return where === undefined ? [] : [{ ...finding, where }];
  });
}
