import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AskRun } from '../../../core/ask/run.js';
import { RUN_FORMAT } from '../../../core/frozen-parts.js';
import { writeAnswers, type AnsweredRow } from '../../../outputs/ask/write-answers.js';
import { freshFolder } from '../../support/files.js';

const SERVED = { provider: 'openai', model: 'gpt-x', sampling: {} } as const;

/** What a run of `ask` was started with. @param user who plays the user */
const askRun = (user: 'simulator' | null): AskRun => ({
  ...{ format: RUN_FORMAT, family: 'ask', product: '0.1.0', seed: 7, review: 'none' },
  settings: { role: 'generator', user, turns: 2, samples: 3 },
  models: { roles: { generator: SERVED, simulator: SERVED }, epochs: {}, rehearsal: false, batch: false },
  sources: [{ name: 'q', kind: 'rows', path: 'rows.txt', bytes: 9, sha256: 'a'.repeat(64), rows: 3 }],
  prompts: [],
});

/** A row that was answered, used for a conversation, or quarantined. */
export const answeredRow = (id: number, value: object | undefined): AnsweredRow => ({
  ...{
    itemId: `item${id}`,
    id: String(id),
    source: 'q',
    file: 'rows.txt',
    line: id,
    text: `Question ${id}?`,
  },
  result:
    value === undefined
      ? { outcome: 'set aside', reason: 'refused', detail: 'it would not', keys: [] }
      : { outcome: 'done', value, keys: ['k'] },
});

/** Writes an export of `ask` with these rows. @returns its folder */
export async function exportOfRows(
  rows: readonly AnsweredRow[],
  user: 'simulator' | null = null,
): Promise<string> {
  const folder = join(freshFolder(), 'answers');
  mkdirSync(folder);
  const each = async function* (): AsyncGenerator<AnsweredRow> {
    yield* await Promise.resolve(rows);
  };
  await writeAnswers(folder, askRun(user), { rows: each, retries: new Map() }, () => undefined);
  return folder;
}
