import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../core/json.js';

const filesSchema = z.object({ files: z.array(z.object({ path: z.string() })) });

/** Whether a folder has a manifest and every file that it names. The content of the files is checked by `verify`. */
export function isWholeExport(folder: string): boolean {
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) return false;
  const { data } = filesSchema.safeParse(jsonOf(readFileSync(manifest, 'utf8')));
  return data === undefined || data.files.every(({ path }) => existsSync(join(folder, path)));
}

/** The value of a JSON text; undefined if it is not valid JSON. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
