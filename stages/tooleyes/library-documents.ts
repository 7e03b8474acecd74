import * as z from 'zod';
import type { Subcategory } from '../../core/tooleyes/library.js';
import { toolFactsSchema, type ToolFacts } from '../../core/tooleyes/tool-facts.js';
import { findRunDocument } from '../../store/documents.js';
import type { Store } from '../../store/store.js';
import type { ToolEyesSettings } from '../../core/tooleyes/run.js';

/** Where a run keeps facts of tools that a file gave, and what its stages before queries come to. */
export const FACTS_DOCUMENT = { kind: 'library', name: 'facts' } as const;
export const SCREENED_DOCUMENT = { kind: 'library', name: 'screened' } as const;
export const ALIKE_DOCUMENT = { kind: 'library', name: 'alike' } as const;
export const KEPT_LIBRARY_DOCUMENT = { kind: 'library', name: 'kept' } as const;

/** Whether a run decides which tools are used, or writes their documents, before queries. */
export const choosesTools = ({ screen, reviewTools, writeDocuments }: ToolEyesSettings): boolean =>
  screen !== undefined || reviewTools !== undefined || writeDocuments !== undefined;

/** What is known of a tool, with why screening drops it. */
export const screenedToolSchema = z.strictObject({
  itemId: z.string(),
  facts: toolFactsSchema.exactOptional(),
  reason: z.string().exactOptional(),
  detail: z.string().exactOptional(),
});
export type ScreenedTool = z.infer<typeof screenedToolSchema>;

/** Facts of tools that a file gave; [] where none did. */
export async function givenFacts(store: Store, runId: string): Promise<ToolFacts[]> {
  const text = await findRunDocument(store, runId, FACTS_DOCUMENT);
  return text === undefined ? [] : toolFactsSchema.array().parse(JSON.parse(text));
}

/** What screening came to, by item id; undefined before it ended. */
export async function screenedTools(
  store: Store,
  runId: string,
): Promise<ReadonlyMap<string, ScreenedTool> | undefined> {
  const text = await findRunDocument(store, runId, SCREENED_DOCUMENT);
  return text === undefined
    ? undefined
    : new Map(
        screenedToolSchema
          .array()
          .parse(JSON.parse(text))
          .map((one) => [one.itemId, one]),
      );
}

/** The library with the tools and documents that were kept; undefined before that is settled. */
export async function keptLibrary(store: Store, runId: string): Promise<Subcategory[] | undefined> {
  const text = await findRunDocument(store, runId, KEPT_LIBRARY_DOCUMENT);
  return text === undefined ? undefined : (JSON.parse(text) as Subcategory[]);
}
