import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A corpus for measuring, with its size. */
export interface BenchCorpus {
  readonly root: string;
  readonly shards: readonly string[];
  readonly bytes: number;
}

/**
 * Writes every shard of an SGD folder `copies` times under new dialogue ids (`c<k>_…`); nothing else is changed, so
 * sizes and shapes are the real ones.
 */
export function copyCorpus(source: string, target: string, copies: number): BenchCorpus {
  const shards: string[] = [];
  let bytes = 0;
  for (const split of readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const [from, to] = [join(source, split.name), join(target, split.name)];
    mkdirSync(to, { recursive: true });
    copyFileSync(join(from, 'schema.json'), join(to, 'schema.json'));
    const names = readdirSync(from).filter((name) => name.startsWith('dialogues_'));
    for (const [position, name] of names.sort().entries()) {
      const text = readFileSync(join(from, name), 'utf8');
      for (let copy = 0; copy < copies; copy++) {
        const shard = join(to, `dialogues_${String(position * 1000 + copy).padStart(5, '0')}.json`);
        const content = Buffer.from(text.replace(/("dialogue_id": ")/g, `$1c${copy}_`));
        writeFileSync(shard, content);
        bytes += content.length;
        shards.push(shard);
      }
    }
  }
  return { root: target, shards, bytes };
}
