import { byText } from '../../core/ids.js';
import { MAX_APIS, type LibraryTool, type ToolFinding } from '../../core/tool-library.js';
import { labelled, readDomains } from './domains.js';
import { readTools } from './read-tools.js';
import { firstOf, invalid, type ToolsRead } from './tools-read.js';

/** The places of a library, with reading options. */
export interface LibrarySource {
  /** Files, URLs, `mcp:COMMAND`; see `readTools`. */
  readonly from: readonly string[];
  /** Time limit for one answer of a URL or server. */
  readonly timeoutMs: number;
  /** File of domains; see `readDomains`. */
  readonly domains?: string | undefined;
  /** Whether deprecated operations are kept. @default false */
  readonly deprecated?: boolean | undefined;
}

/** The result of reading one place. */
export interface LibraryPart {
  readonly from: string;
  readonly tools: readonly LibraryTool[];
}

/** A tool library for a run. */
export interface LibraryRead {
  /** The kinds of its parts, sorted and unique: `mcp + openapi`. */
  readonly kind: string;
  /** All tools, in order of the parts. */
  readonly tools: readonly LibraryTool[];
  readonly parts: readonly LibraryPart[];
  readonly findings: readonly ToolFinding[];
  /** Deprecated operations that were left out, each under its tool; they are also among the findings. */
  readonly leftOut: readonly LibraryTool[];
}

/**
 * Reads tool documents from several places as one library, in order.
 * @throws TOOLS_INVALID for a tool in two places; as `readTools` and `readDomains`
 */
export async function readLibrary({
  from,
  timeoutMs,
  domains,
  deprecated,
}: LibrarySource): Promise<LibraryRead> {
  const labels = domains === undefined ? undefined : await readDomains(domains);
  const parts: (LibraryPart & ToolsRead)[] = [];
  // Sequential, so that the same error is reported each time.
  for (const place of from)
    parts.push({ from: place, ...(await readTools(place, timeoutMs, { deprecated })) });
  assertApart(parts);
  const tools = parts.flatMap((part) => part.tools);
  const apis = tools.reduce((sum, tool) => sum + tool.apis.length, 0);
  if (apis > MAX_APIS)
    throw invalid(`at most ${MAX_APIS} APIs`, String(apis), from.join(', '), 'Give fewer.');
  return {
    kind: [...new Set(parts.map(({ kind }) => kind))].sort(byText).join(' + '),
    tools: labels === undefined ? tools : labelled(tools, labels, domains ?? ''),
    parts,
    findings: parts.flatMap(({ findings }) => findings),
    leftOut: parts.flatMap(({ leftOut = [] }) => leftOut),
  };
}

/**
 * A call names its tool only, so names must be unique across parts; within a part the tool check reports duplicates.
 */
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
      'each tool in one place only',
      firstOf(clashes),
      parts.map(({ from }) => from).join(', '),
      'Rename one: `benchwright tools show FROM --json` writes a document that you can edit.',
    );
}
