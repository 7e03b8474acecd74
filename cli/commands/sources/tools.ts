import { EXIT } from '../../../core/errors/catalogue.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { LIBRARY_FORMAT, type ToolLibrary } from '../../../core/tool-library.js';
import { credentialNeeds } from '../../../simulators/http/credential-needs.js';
import { checkLibrary } from '../../../transforms/tools/check-library.js';
import { toTEvalTools } from '../../../transforms/t-eval/tool-document.js';
import type { GlobalOptions } from '../../../app/context.js';
import { readToolsToUse, type ToolsToUse } from '../../../app/resolve/read-tools.js';
import { credentialFindings, credentialLines } from '../../../app/text/credentials.js';
import { oneOf } from '../../../app/one-of.js';
import { openContext, type CliContext } from '../../open-context.js';
import { Terminal } from '../../text/terminal.js';
import { apisOf, counted, findingLines, toolLines } from '../../../app/text/tools.js';

export interface ToolsOptions extends GlobalOptions {
  /** File of tool domains. */
  readonly domains?: string;
  /** Whether deprecated operations are kept. */
  readonly deprecated?: boolean;
  /** Seconds. */
  readonly timeout: number;
}

/** Maximum findings shown per kind. */
const SHOWN = 10;

const libraryOf = (
  { config }: CliContext,
  from: readonly string[],
  { timeout, domains, deprecated }: ToolsOptions,
): Promise<ToolsToUse> =>
  readToolsToUse(config.tools, { from, timeoutMs: timeout * 1000, domains, deprecated });

/**
 * `tools check`: problems of tool documents, and the credentials that they ask for. Errors give exit code 2.
 * @throws as `readLibrary`
 */
export async function toolsCheckCommand(from: readonly string[], options: ToolsOptions): Promise<number> {
  const context = await openContext(options);
  const { terminal, config } = context;
  const { kind, tools, findings: met } = await libraryOf(context, from, options);
  const needs = credentialNeeds(config.tools, tools, process.env);
  const findings = [...met, ...credentialFindings(needs), ...checkLibrary(tools)];
  const errors = findings.filter(({ level }) => level === 'error').length;
  const apis = apisOf(tools);
  terminal.result({ kind, tools: tools.length, apis, errors, findings, credentials: needs }, [
    `${counted(tools.length, 'tool')}, ${counted(apis, 'API')} (${kind})`,
    ...credentialLines(needs),
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
  const { tools: all } = await libraryOf(await openContext(options), from, options);
  const tools = all.filter(({ name }) => options.tool === undefined || name === options.tool);
  if (tools.length === 0)
    throw new BenchwrightError('USAGE', {
      expected: `--tool among: ${all.map(({ name }) => name).join(', ')}`,
      found: JSON.stringify(options.tool),
      next: 'See `benchwright tools show --help`.',
    });
  const library: ToolLibrary = { format: LIBRARY_FORMAT, tools };
  terminal.result(as === 't-eval' ? toTEvalTools(tools) : library, toolLines(tools));
  return EXIT.ok;
}
