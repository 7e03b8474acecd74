import { join } from 'node:path';
import * as z from 'zod';
import type { Subcategory } from '../../core/tooleyes/library.js';
import { toolEyesItemSchema, type ToolEyesItem } from '../../core/tooleyes/item.js';
import {
  toolEyesLineageSchema,
  toolEyesManifestSchema,
  type ToolEyesLineage,
  type ToolEyesManifest,
} from '../../core/tooleyes/manifest.js';
import { readLibrary } from '../../sources/tooleyes/read-library.js';
import { jsonLinesOf } from '../json-lines.js';
import { readManifestOf } from '../read-manifest.js';

/** The manifest of an export. @throws NOT_AN_EXPORT */
export const readToolEyesManifest = (folder: string): Promise<ToolEyesManifest> =>
  readManifestOf(folder, toolEyesManifestSchema, 'a folder that `benchwright run tooleyes` wrote');

/** A line of `items.jsonl`: an accepted query as people saw it. */
const itemLineSchema = z.strictObject({ itemId: z.string(), recordId: z.string(), item: toolEyesItemSchema });
export interface ExportedItem {
  readonly itemId: string;
  readonly recordId: string;
  readonly item: ToolEyesItem;
}

/** The accepted queries of an export, in the order of its files. @throws NOT_AN_EXPORT */
export async function* readItems(folder: string): AsyncGenerator<ExportedItem> {
  for await (const row of jsonLinesOf<unknown>(join(folder, 'data', 'items.jsonl')))
    yield itemLineSchema.parse(row);
}

/** What became of every query. @throws NOT_AN_EXPORT */
export async function* readToolEyesLineage(folder: string): AsyncGenerator<ToolEyesLineage> {
  for await (const row of jsonLinesOf<unknown>(join(folder, 'data', 'lineage.jsonl')))
    yield toolEyesLineageSchema.parse(row);
}

/** The library of an export. @throws NOT_AN_EXPORT, SOURCE_UNREADABLE */
export const readExportedLibrary = (folder: string): Promise<readonly Subcategory[]> =>
  readLibrary(join(folder, 'data', 'Tool_Library'));
