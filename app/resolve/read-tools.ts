import { withoutKeys } from '../../core/key-parameters.js';
import { fullApiName, type LibraryTool } from '../../core/tool-library.js';
import type { ToolsConfig } from '../../core/tools-config.js';
import { credentialNeeds } from '../../simulators/http/credential-needs.js';
import { credentialsFor } from '../../simulators/http/credentials.js';
import { LEFT_OUT } from '../../sources/tools/openapi/operations.js';
import { readLibrary, type LibraryRead, type LibrarySource } from '../../sources/tools/read-library.js';
import { unconfiguredLines } from '../text/credentials.js';
import { counted } from '../text/tools.js';

/** A library as commands and runs have it. */
export interface ToolsToUse extends LibraryRead {
  /** What of the documents is left out, for people. */
  readonly notes: readonly string[];
}

/**
 * Reads tool documents for a command or a run: without the parameters in whose places the configuration sends a key.
 * @throws as `readLibrary`
 */
export async function readToolsToUse(config: ToolsConfig, source: LibrarySource): Promise<ToolsToUse> {
  const read = await readLibrary(source);
  const tools = withoutKeys(read.tools, (origin) =>
    origin.kind === 'openapi' ? credentialsFor(config, origin) : [],
  );
  const leftOut = read.findings.filter(({ kind }) => kind === LEFT_OUT);
  const [first] = leftOut;
  return {
    ...read,
    tools,
    notes:
      first === undefined
        ? []
        : [
            `left out: ${counted(leftOut.length, 'deprecated operation')}, such as ${first.where}; --deprecated keeps them`,
          ],
  };
}

/** What is not configured of the credentials that the documents of called APIs ask for. */
export function missingCredentialLines(
  config: ToolsConfig,
  tools: readonly LibraryTool[],
  called: readonly string[],
): string[] {
  const names = new Set(called);
  const really = tools.map((tool) => ({
    ...tool,
    apis: tool.apis.filter((api) => names.has(fullApiName(tool, api))),
  }));
  return unconfiguredLines(credentialNeeds(config, really, process.env));
}
