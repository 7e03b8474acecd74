import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { FINISH_ACTION } from '../../../core/t-eval/query.js';
import { fullApiName, type LibraryTool } from '../../../core/tool-library.js';
import { assertSmall, assertToldApart } from '../../../app/resolve/told-apart.js';

/** Requirements of the path rules (core/t-eval/path-rules.ts) on names. */
const NAME = /^[\p{L}\p{N}_]+\.[\p{L}\p{N}_]+$/u;

/** Checks that a T-Eval benchmark can be made of the tools. @throws TOOLS_INVALID */
export function usableTools(tools: readonly LibraryTool[], where: string): readonly LibraryTool[] {
  const invalid = (expected: string, found: string, next: string): BenchwrightError =>
    new BenchwrightError('TOOLS_INVALID', { expected, found, where, next });
  assertToldApart(tools, where);
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
  assertSmall(tools, where);
  return tools;
}
