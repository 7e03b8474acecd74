import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { FINISH_ACTION } from '../../../core/t-eval/query.js';
import { fullApiName, type LibraryTool } from '../../../core/tool-library.js';
import { checkLibrary } from '../../../transforms/tools/check-library.js';
import { counted } from '../../../app/text/tools.js';

/** Maximum APIs per tool: every prompt of a set with the tool shows all of them. */
const MOST_APIS = 64;

/** Requirements of the path rules (core/t-eval/path-rules.ts) on names. */
const NAME = /^[\p{L}\p{N}_]+\.[\p{L}\p{N}_]+$/u;

/** Checks that a T-Eval benchmark can be made of the tools. @throws TOOLS_INVALID */
export function usableTools(tools: readonly LibraryTool[], where: string): readonly LibraryTool[] {
  const errors = checkLibrary(tools).filter(({ level }) => level === 'error');
  const large = tools.filter(({ apis }) => apis.length > MOST_APIS);
  const invalid = (expected: string, found: string, next: string): BenchwrightError =>
    new BenchwrightError('TOOLS_INVALID', { expected, found, where, next });
  if (errors.length > 0)
    throw invalid(
      'tools that can be told apart by their names',
      errors
        .slice(0, 3)
        .map((one) => `${one.where}: ${one.detail}`)
        .join('; '),
      '`benchwright tools check` lists all; mend the names, or leave one of them out.',
    );
  const finish = tools.flatMap((tool) =>
    tool.apis.map((api) => fullApiName(tool, api)).filter((name) => name.includes(FINISH_ACTION)),
  );
  if (finish.length > 0)
    throw invalid(
      `names without ${FINISH_ACTION} in them: it ends a path, and the evaluator takes it for that wherever it stands`,
      finish.join(', '),
      'Rename them: `benchwright tools show --json` writes a document to complete by hand.',
    );
  const unread = tools.flatMap((tool) =>
    tool.apis.map((api) => fullApiName(tool, api)).filter((name) => !NAME.test(name)),
  );
  if (unread.length > 0)
    throw invalid(
      'names Tool.api of letters, digits and _, as the evaluator finds no others in an answer',
      `${unread.slice(0, 3).join(', ')}${unread.length > 3 ? ` and ${unread.length - 3} more` : ''}`,
      'Rename them: `benchwright tools show --json` writes a document to complete by hand.',
    );
  const [first] = large;
  if (first !== undefined)
    throw invalid(
      `at most ${MOST_APIS} APIs a tool, as all APIs of a tool are offered at once`,
      `${first.name} with ${counted(first.apis.length, 'API')}${large.length > 1 ? ` and ${large.length - 1} more such tools` : ''}`,
      'Give its operations tags (each tag is a tool), or a document of a part of them: `benchwright tools show --json --tool NAME` writes one to cut down.',
    );
  return tools;
}
