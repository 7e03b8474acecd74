import { EXIT } from '../../../core/errors/catalogue.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { LIBRARY_FORMAT, type ToolLibrary } from '../../../core/tool-library.js';
import { readLibrary, type LibraryRead } from '../../../sources/tools/read-library.js';
import { checkLibrary } from '../../../transforms/tools/check-library.js';
import { toTEvalTools } from '../../../transforms/t-eval/tool-document.js';
import type { GlobalOptions } from '../../../app/context.js';
import { oneOf } from '../../../app/one-of.js';
import { Terminal } from '../../text/terminal.js';
import { apisOf, counted, findingLines, toolLines } from '../../../app/text/tools.js';

export interface ToolsOptions extends Pick<GlobalOptions, 'json'> {
  /** File of tool domains. */
  readonly domains?: string;
  /** Seconds. */
  readonly timeout: number;
}

/** Maximum findings shown per kind. */
const SHOWN = 10;

const libraryOf = (from: readonly string[], { timeout, domains }: ToolsOptions): Promise<LibraryRead> =>
  readLibrary({ from, timeoutMs: timeout * 1000, domains });

/** `tools check`: problems of tool documents. Errors give exit code 2. @throws as `readLibrary` */
export async function toolsCheckCommand(from: readonly string[], options: ToolsOptions): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const { kind, tools, findings: met } = await libraryOf(from, options);
  const findings = [...met, ...checkLibrary(tools)];
  const errors = findings.filter(({ level }) => level === 'error').length;
  const apis = apisOf(tools);
  terminal.result({ kind, tools: tools.length, apis, errors, findings }, [
    `${counted(tools.length, 'tool')}, ${counted(apis, 'API')} (${kind})`,
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
  const { tools: all } = await libraryOf(from, options);
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
