import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slotFacts, type SgdJsonDialogue, type SgdJsonSchema } from './sgd-json.js';
import { varyDialogue } from './vary-dialogue.js';

/** A corpus for measuring, with its size. */
export interface BenchCorpus {
  readonly root: string;
  readonly shards: readonly string[];
  readonly bytes: number;
}

/**
 * Writes every shard of an SGD folder `copies` times under new dialogue ids (`c<k>_…`). Copy 0 is the shard as it is; in
 * the others values of free slots are made up (`varyDialogue`), so that sizes and shapes are the real ones but copies
 * are no duplicates of each other. One shard is in memory at a time.
 */
export function copyCorpus(source: string, target: string, copies: number): BenchCorpus {
  const shards: string[] = [];
  let bytes = 0;
  for (const split of readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const [from, to] = [join(source, split.name), join(target, split.name)];
    mkdirSync(to, { recursive: true });
    copyFileSync(join(from, 'schema.json'), join(to, 'schema.json'));
    const facts = slotFacts(JSON.parse(readFileSync(join(from, 'schema.json'), 'utf8')) as SgdJsonSchema);
    const names = readdirSync(from).filter((name) => name.startsWith('dialogues_'));
    for (const [position, name] of names.sort().entries()) {
      const dialogues = JSON.parse(readFileSync(join(from, name), 'utf8')) as SgdJsonDialogue[];
      for (let copy = 0; copy < copies; copy++) {
        const shard = join(to, `dialogues_${String(position * 1000 + copy).padStart(5, '0')}.json`);
        const content = Buffer.from(
          shardText(dialogues, (one) => (copy === 0 ? one : varyDialogue(one, facts, copy)), copy),
        );
        writeFileSync(shard, content);
        bytes += content.length;
        shards.push(shard);
      }
    }
  }
  return { root: target, shards, bytes };
}

/** A shard in SGD's own layout (two spaces), each dialogue under its copy's id. */
function shardText(
  dialogues: readonly SgdJsonDialogue[],
  change: (dialogue: SgdJsonDialogue) => SgdJsonDialogue,
  copy: number,
): string {
  const copied = dialogues.map((dialogue) => ({
    ...change(dialogue),
    dialogue_id: `c${copy}_${dialogue.dialogue_id}`,
  }));
  return JSON.stringify(copied, null, 2);
}
