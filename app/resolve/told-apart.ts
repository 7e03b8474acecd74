import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { LibraryTool } from '../../core/tool-library.js';
import { checkLibrary } from '../../transforms/tools/check-library.js';
import { counted } from '../text/tools.js';

/** Maximum APIs per tool: every prompt about a tool shows all of them. */
const MOST_APIS = 64;

const invalid = (expected: string, found: string, where: string, next: string): BenchwrightError =>
  new BenchwrightError('TOOLS_INVALID', { expected, found, where, next });

/** Checks that tools have names of their own. @param where for the error @throws TOOLS_INVALID */
export function assertToldApart(tools: readonly LibraryTool[], where: string): void {
  const errors = checkLibrary(tools).filter(({ level }) => level === 'error');
  if (errors.length > 0)
    throw invalid(
      'tools that can be told apart by their names',
      errors
        .slice(0, 3)
        .map((one) => `${one.where}: ${one.detail}`)
        .join('; '),
      where,
      '`benchwright tools check` lists all; mend the names, or leave one of them out.',
    );
}

/** Checks that the APIs of each tool fit into a prompt. @param where for the error @throws TOOLS_INVALID */
export function assertSmall(tools: readonly LibraryTool[], where: string): void {
  const large = tools.filter(({ apis }) => apis.length > MOST_APIS);
  const [first] = large;
  if (first !== undefined)
    throw invalid(
      `at most ${MOST_APIS} APIs a tool, as all APIs of a tool are offered at once`,
      `${first.name} with ${counted(first.apis.length, 'API')}${large.length > 1 ? ` and ${large.length - 1} more such tools` : ''}`,
      where,
      'Give its operations tags (each tag is a tool), or a document of a part of them: `benchwright tools show --json --tool NAME` writes one to cut down.',
    );
}
