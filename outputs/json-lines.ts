import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Parses a JSONL file line by line. @throws read and parse errors */
export async function* jsonLinesOf<T>(file: string): AsyncGenerator<T> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    yield JSON.parse(line) as T;
}
