import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../core/random.js';
import type { BenchCorpus } from './corpus.js';
import { MadeUp } from './made-up.js';

const SEED = 20;

/** What of MultiWOZ 2.1 (formats/sources.md 2.1) is touched: the texts of user turns, the even ones. */
type LogFile = Record<string, { readonly log: readonly { readonly text: string }[] }>;

/** What of TaskMaster-4 (formats/sources.md 3) is touched. */
type TalkFile = readonly {
  readonly conversation_id: string;
  readonly utterances: readonly { readonly speaker: string; readonly text: string }[];
}[];

/**
 * Copies of a MultiWOZ folder (2.1/val….json beside db/) under new ids. What is called hangs on acts, state and databases,
 * so these stay; each user turn of copies 1, 2 … has a remark about made-up people besides, or copies were duplicates.
 */
export function copyMultiWoz(source: string, target: string, copies: number): BenchCorpus {
  cpSync(join(source, 'db'), join(target, 'db'), { recursive: true });
  const version = join(target, '2.1');
  const corpus = copyFiles(join(source, '2.1'), version, /^val.*\.json$/, copies, (text, copy) =>
    Object.fromEntries(
      Object.entries(JSON.parse(text) as LogFile).map(([id, dialogue]) => {
        const remark = remarks(copy, id);
        const log = dialogue.log.map((turn, i) =>
          i % 2 === 0 ? { ...turn, text: remark(turn.text) } : turn,
        );
        return [`c${copy}_${id}`, { ...dialogue, log }];
      }),
    ),
  );
  return { ...corpus, root: version };
}

/** Copies of TaskMaster-4's data files under new ids, in the way of `copyMultiWoz`: calls lie in annotations of their own. */
export const copyTaskmaster4 = (source: string, target: string, copies: number): BenchCorpus => ({
  ...copyFiles(join(source, 'TM-4'), join(target, 'TM-4'), /^data_.*\.json$/, copies, (text, copy) =>
    (JSON.parse(text) as TalkFile).map((talk) => {
      const remark = remarks(copy, talk.conversation_id);
      const utterances = talk.utterances.map((utterance) =>
        utterance.speaker === 'user' ? { ...utterance, text: remark(utterance.text) } : utterance,
      );
      return { ...talk, conversation_id: `c${copy}_${talk.conversation_id}`, utterances };
    }),
  ),
  root: target,
});

/** Writes each of these files once a copy, changed. Names keep their order: by file, then by copy. */
function copyFiles(
  from: string,
  to: string,
  names: RegExp,
  copies: number,
  change: (text: string, copy: number) => unknown,
): BenchCorpus {
  mkdirSync(to, { recursive: true });
  const shards: string[] = [];
  let bytes = 0;
  for (const name of readdirSync(from)
    .filter((file) => names.test(file))
    .sort()) {
    const text = readFileSync(join(from, name), 'utf8');
    for (let copy = 0; copy < copies; copy++) {
      const shard = join(to, name.replace(/\.json$/, `_${String(copy).padStart(4, '0')}.json`));
      const content = Buffer.from(JSON.stringify(change(text, copy), null, 1));
      writeFileSync(shard, content);
      bytes += content.length;
      shards.push(shard);
    }
  }
  return { root: to, shards, bytes };
}

/** What a user of this dialogue says in this copy; nothing more in copy 0. */
function remarks(copy: number, id: string): (text: string) => string {
  if (copy === 0) return (text) => text;
  const made = new MadeUp(seededRandom(SEED, 'copy', String(copy), id));
  return (text) => `${text} ${made.remark()}`;
}
