import { byText } from '../../core/ids.js';
import { MAX_APIS, type LibraryTool, type ToolFinding } from '../../core/tool-library.js';
import { labelled, readDomains } from './domains.js';
import { readTools } from './read-tools.js';
import { firstOf, invalid } from './tools-read.js';

/** What a library is read from. */
export interface LibrarySource {
  /** Files, URLs, `mcp:COMMAND`: each as `readTools` takes it. */
  readonly from: readonly string[];
  /** Until a URL or a server has answered one request. */
  readonly timeoutMs: number;
  /** File of labels, as `readDomains` takes it. */
  readonly domains?: string | undefined;
}

/** What was read from one place. */
export interface LibraryPart {
  readonly from: string;
  readonly tools: readonly LibraryTool[];
}

/** A library of tools as a run takes it. */
export interface LibraryRead {
  /** The kinds that its parts are of, each once, by name: `mcp + openapi`. */
  readonly kind: string;
  /** All tools, in the order of the parts. */
  readonly tools: readonly LibraryTool[];
  readonly parts: readonly LibraryPart[];
  readonly findings: readonly ToolFinding[];
}

/**
 * Reads tool documents from several places as one library, in the order in which they are named.
 * @throws TOOLS_INVALID for a tool that two of them have, with both places; and what `readTools` and `readDomains` throw
 */
export async function readLibrary({ from, timeoutMs, domains }: LibrarySource): Promise<LibraryRead> {
  const labels = domains === undefined ? undefined : await readDomains(domains);
  const parts = [];
  // One after the other: of several that cannot be read it is always the same one that is told.
  for (const place of from) parts.push({ from: place, ...(await readTools(place, timeoutMs)) });
  assertApart(parts);
  const tools = parts.flatMap((part) => part.tools);
  const apis = tools.reduce((sum, tool) => sum + tool.apis.length, 0);
  if (apis > MAX_APIS)
    throw invalid(`at most ${MAX_APIS} APIs`, String(apis), from.join(', '), 'Give a part of them.');
  return {
    kind: [...new Set(parts.map(({ kind }) => kind))].sort(byText).join(' + '),
    tools: labels === undefined ? tools : labelled(tools, labels, domains ?? ''),
    parts,
    findings: parts.flatMap(({ findings }) => findings),
  };
}

/** A call names its tool alone, so no two of a library may have one name; within a part the check of tools says it. */
function assertApart(parts: readonly LibraryPart[]): void {
  const placeOf = new Map<string, number>();
  const clashes = parts.flatMap(({ from, tools }, at) =>
    [...new Set(tools.map(({ name }) => name))].flatMap((name) => {
      const before = placeOf.get(name);
      if (before !== undefined) return [`${name} in ${parts[before]?.from} and in ${from}`];
      placeOf.set(name, at);
      return [];
    }),
  );
  if (clashes.length > 0)
    throw invalid(
      'each tool in one of the places alone',
      firstOf(clashes),
      parts.map(({ from }) => from).join(', '),
      'Rename one: `benchwright tools show FROM --json` writes a document to change by hand.',
    );
}
