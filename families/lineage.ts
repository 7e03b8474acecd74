import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The lines of an export's lineage, not parsed yet. */
export async function* readLineage(folder: string): AsyncGenerator<unknown> {
  const lines = createInterface({ input: createReadStream(join(folder, 'data', 'lineage.jsonl')) });
  for await (const line of lines) yield JSON.parse(line) as unknown;
}
