import * as z from 'zod';
import { LIBRARY_FORMAT, toolLibrarySchema, type LibraryTool } from '../tool-library.js';
import { pathSchema } from './library.js';
import { parseJson, writeJson } from '../json.js';

/** A tool of the library, with the API that it calls. */
const placeSchema = z.strictObject({
  path: pathSchema,
  /** Its name in that subcategory. */
  tool: z.string().min(1),
  /** Full name of the API: `Books.get_books`. */
  api: z.string().min(1),
});
export type ToolPlace = z.infer<typeof placeSchema>;

/** Tools given to a run by `--tools`, with their positions in its library. */
export interface ToolEyesTools {
  readonly tools: readonly LibraryTool[];
  readonly places: readonly ToolPlace[];
}

/** File with these tools in every export; `--tools` can read it. */
export const GIVEN_TOOLS_FILE = 'data/tools.json';
const toolsFileSchema = toolLibrarySchema.extend({ places: z.array(placeSchema) });

export const toolsFileText = ({ tools, places }: ToolEyesTools): string =>
  `${writeJson({ format: LIBRARY_FORMAT, tools, places }, 2)}\n`;

/** @returns undefined for another file */
export function parseToolsFile(text: string): ToolEyesTools | undefined {
  try {
    const read = toolsFileSchema.safeParse(parseJson(text));
    return read.success ? { tools: read.data.tools, places: read.data.places } : undefined;
  } catch {
    return undefined;
  }
}

/** The tools in stored form. */
export const toolsText = ({ tools, places }: ToolEyesTools): string => writeJson({ tools, places });
