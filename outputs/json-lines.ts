import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The lines of a JSONL file, one after the other. @throws what reading or parsing throws */
export async function* jsonLinesOf<T>(file: string): AsyncGenerator<T> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    yield JSON.parse(line) as T;
}
