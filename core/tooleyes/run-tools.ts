import * as z from 'zod';
import { LIBRARY_FORMAT, toolLibrarySchema, type LibraryTool } from '../tool-library.js';
import { pathSchema } from './library.js';

/** A tool of the library, and the API behind it. */
const placeSchema = z.strictObject({
  path: pathSchema,
  /** Its name in that subcategory. */
  tool: z.string().min(1),
  /** Full name of the API: `Books.get_books`. */
  api: z.string().min(1),
});
export type ToolPlace = z.infer<typeof placeSchema>;

/** Tools that a run was given by `--tools`, with where they stand in its library. */
export interface ToolEyesTools {
  readonly tools: readonly LibraryTool[];
  readonly places: readonly ToolPlace[];
}

/** The same in every export; `--tools` reads it too. */
export const GIVEN_TOOLS_FILE = 'data/tools.json';
const toolsFileSchema = toolLibrarySchema.extend({ places: z.array(placeSchema) });

export const toolsFileText = ({ tools, places }: ToolEyesTools): string =>
  `${JSON.stringify({ format: LIBRARY_FORMAT, tools, places }, undefined, 2)}\n`;

/** @returns undefined for another file */
export function parseToolsFile(text: string): ToolEyesTools | undefined {
  try {
    const read = toolsFileSchema.safeParse(JSON.parse(text));
    return read.success ? { tools: read.data.tools, places: read.data.places } : undefined;
  } catch {
    return undefined;
  }
}

/** What a run keeps. */
export const toolsText = ({ tools, places }: ToolEyesTools): string => JSON.stringify({ tools, places });
