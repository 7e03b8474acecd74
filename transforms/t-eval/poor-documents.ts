import { itemId } from '../../core/ids.js';
import { isPoor } from '../../core/t-eval/completion.js';
import { fullApiName, type ApiDocument, type LibraryTool } from '../../core/tool-library.js';

/** An API with an incomplete document. */
export interface PoorDocument {
  readonly itemId: string;
  /** Full name. */
  readonly api: string;
}

/** The review id of a document (DESIGN.md, idea 4). @param source of the tools */
const documentId = (source: string, api: string): string =>
  itemId({ family: 't-eval', source, recordId: api, stageKey: 'document' });

/** APIs with documents that can be completed, in library order. */
export const poorDocuments = (tools: readonly LibraryTool[], source: string): PoorDocument[] =>
  tools.flatMap((tool) =>
    tool.apis.filter(isPoor).map((api) => {
      const name = fullApiName(tool, api);
      return { itemId: documentId(source, name), api: name };
    }),
  );

/** A document with its tool. */
export interface PlacedDocument {
  readonly tool: LibraryTool;
  readonly given: ApiDocument;
  /** The tool's other APIs. */
  readonly others: readonly ApiDocument[];
}

/** The document of an API by full name. @throws if there is none */
export function documentIn(tools: readonly LibraryTool[], api: string): PlacedDocument {
  for (const tool of tools) {
    const found = tool.apis.find((one) => fullApiName(tool, one) === api);
    if (found === undefined) continue;
    const { origin: _, ...given } = found;
    return { tool, given, others: tool.apis.filter((one) => one !== found) };
  }
  throw new Error(`no tool has an API ${api}`);
}
