import { apisText } from '../../../core/t-eval/call-rules.js';
import { isPoor } from '../../../core/t-eval/completion.js';
import { fullApiName, type LibraryTool } from '../../../core/tool-library.js';
import type { CountTokens } from '../../../llm/cost/tokens.js';
import type { OfferedDocuments } from '../../../stages/t-eval/offered-documents.js';
import type { OfferedApi } from '../../../transforms/t-eval/offered.js';
import type { QueryPrompt } from '../../../transforms/t-eval/tool-sets.js';

/** Tokens of the documents that prompts about a set of tools show. */
export interface Documents {
  /** In the set. */
  readonly tools: number;
  /** The prompt for queries. */
  readonly prompt: number;
  /** Planner and executor. */
  readonly offered: number;
  /** Refiner. */
  readonly refined: number;
  /** Reviewer and simulator: one of those offered. */
  readonly one: number;
}

/** Documents that are still to be completed. */
export interface Completing {
  /** By which one grows. */
  readonly tokens: number;
  /** Full names. */
  readonly poor: ReadonlySet<string>;
}

/** Full names of APIs with incomplete documents. */
export const poorApis = (tools: readonly LibraryTool[]): Set<string> =>
  new Set(tools.flatMap((tool) => tool.apis.filter(isPoor).map((api) => fullApiName(tool, api))));

/** Tokens of the documents for a prompt, and for its queries if these need one API of each tool. */
export function shownDocuments(
  offered: OfferedDocuments,
  count: CountTokens,
  completing: () => Completing | undefined,
): (asked: QueryPrompt) => Documents {
  const known = new Map<string, Documents>();
  return (asked) => {
    // Where all documents fit, every prompt of a set shows the same.
    const key = offered.draws ? asked.id : asked.tools.join('+');
    const there = known.get(key);
    if (there !== undefined) return there;
    const { tokens: longer = 0, poor } = completing() ?? {};
    const tokensOf = (apis: readonly OfferedApi[]): number =>
      count(apisText([...apis])) +
      apis.reduce((sum, { name }) => sum + (poor?.has(name) === true ? longer : 0), 0);
    const query = offered.usualQuery(asked);
    const all = offered.forQuery(query);
    const tokens = tokensOf(all);
    const documents = {
      tools: asked.tools.length,
      ...{ prompt: tokensOf(offered.forPrompt(asked)), offered: tokens },
      ...{ refined: tokensOf(offered.ofQuery(query)), one: tokens / Math.max(1, all.length) },
    };
    known.set(key, documents);
    return documents;
  };
}
