import * as z from 'zod';
import { itemId, itemVersion } from '../ids.js';
import { countsByReason } from '../frozen-parts.js';
import { gateReviewSchema } from '../review/gate-review.js';
import { libraryPath, ownTools, pathSchema, toolDocumentSchema, type Subcategory } from './library.js';
import type { ToolDocument } from './library.js';
import { toolFactsSchema } from './tool-facts.js';

/** A tool of the library as it was read. */
export interface LibraryTool {
  readonly itemId: string;
  /** `Random/Random/get_uuid`; a second one of that name ends in `/2`. */
  readonly recordId: string;
  readonly path: string;
  readonly document: ToolDocument;
}

/** The own tools of a library, in its order. */
export const libraryTools = (library: readonly Subcategory[]): LibraryTool[] =>
  library.flatMap((one) => {
    const seen = new Map<string, number>();
    return ownTools(one).map((document) => {
      const count = (seen.get(document.name) ?? 0) + 1;
      seen.set(document.name, count);
      const recordId = `${one.category}/${one.name}/${document.name}${count === 1 ? '' : `/${count}`}`;
      return {
        itemId: itemId({ family: 'tooleyes', source: 'library', recordId, stageKey: 'tool' }),
        ...{ recordId, path: libraryPath(one), document },
      };
    });
  });

/** A tool that says nearly what another one says. */
export const alikeToolSchema = z.strictObject({
  path: pathSchema,
  name: z.string(),
  description: z.string(),
  /** Optional ones in brackets. */
  parameters: z.string(),
  /** Cosine of what both say. */
  similarity: z.number(),
  /** Whether it is as similar as the run's threshold, or more. */
  marked: z.boolean(),
});
export type AlikeTool = z.infer<typeof alikeToolSchema>;

/** What people see and decide on: a tool with what is known of it, and the tools that are most alike. */
export const toolItemSchema = z.strictObject({
  scenario: z.string(),
  path: pathSchema,
  document: toolDocumentSchema,
  /** Absent where nothing is known. */
  facts: toolFactsSchema.exactOptional(),
  /** Most alike first. */
  alike: z.array(alikeToolSchema),
});
export type ToolItem = z.infer<typeof toolItemSchema>;

/** What a reviewer judges. */
export const versionOfTool = ({ scenario, path, document }: ToolItem): string =>
  itemVersion([scenario, path, document]);

/** What became of a tool: a line of `data/tools.jsonl`. */
export const toolLineSchema = z.strictObject({
  itemId: z.string(),
  path: pathSchema,
  /** Its name as it was read. */
  tool: z.string(),
  outcome: z.enum(['kept', 'dropped', 'undecided']),
  /** Where it was dropped, and why. */
  stage: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  facts: toolFactsSchema.optional(),
  review: gateReviewSchema.optional(),
  /** Who wrote its document last in the run; absent: it is as it was read. */
  by: z.enum(['person', 'model']).optional(),
  /** The document that goes on, and the one that was read, where they differ. */
  document: toolDocumentSchema.optional(),
  original: toolDocumentSchema.optional(),
  /** Why a model's document is not there. */
  notWritten: z.string().optional(),
  /** The ledger's keys of the calls for its document. */
  keys: z.array(z.string()).optional(),
});
export type ToolLine = z.infer<typeof toolLineSchema>;

/** What became of the tools of a library. Read = kept + dropped + undecided. */
export const toolCountsSchema = z.strictObject({
  read: z.int(),
  kept: z.int(),
  /** By stage and reason. */
  dropped: z.array(z.strictObject({ stage: z.string(), reasons: countsByReason })),
  undecided: z.int(),
  /** How many tools each fact is known of. */
  known: countsByReason,
  /** Documents that people or a model changed, and those that a model was to write and did not. */
  documents: z.strictObject({ person: z.int(), model: z.int(), notWritten: z.int() }),
  /** Subcategories without tools left. */
  emptied: z.array(z.string()),
});
export type ToolCounts = z.infer<typeof toolCountsSchema>;
