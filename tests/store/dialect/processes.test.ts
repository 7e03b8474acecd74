import { once } from 'node:events';
import { createInterface } from 'node:readline';

import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { openDatabase } from '../../../store/database.js';
import { fresh, freshPath, ids, migrations, runWorker, startWorker, type Tables } from './helpers.js';

describe('several processes on one file', () => {
  it('loses none of 10,000 read-then-write increments of four processes', async () => {
    const database = await fresh();
    await Promise.all([1, 2, 3, 4].map(() => runWorker('increment', database.path, '2500')));
    const rows = await database.read.selectFrom('counter').select('value').execute();
    expect(rows).toEqual([{ value: 10_000 }]);
  });

  it('migrates a new file once when four processes open it at the same moment', async () => {
    const path = freshPath();
    const children = [1, 2, 3, 4].map(() => startWorker('open', path));
    const ends = children.map((child) => once(child, 'close'));
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    for (const child of children) child.stdin.end('go');
    expect((await Promise.all(ends)).map(([code]) => code as unknown)).toEqual([0, 0, 0, 0]);
    const handle = new Sqlite(path, { readonly: true });
    expect(handle.prepare('select count(*) as count from log').get()).toEqual({ count: 2 });
    expect(handle.prepare('select number, name from migrations').all()).toEqual([
      { number: 1, name: 'log' },
      { number: 2, name: 'again' },
    ]);
    handle.close();
  });

  it('keeps what was committed, and nothing by halves, when the writing process is killed', async () => {
    const { path, close } = await fresh();
    await close();
    const committed: number[] = [];
    for (const [round, kills] of [20, 150, 400].entries()) {
      const child = startWorker('insert', path, String(round * 1_000_000));
      const mine: number[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        mine.push(Number(line));
        if (mine.length === kills) child.kill('SIGKILL');
      }
      committed.push(...mine);
    }
    const database = await openDatabase<Tables>({ path, migrations });
    const kept = await ids(database);
    expect(committed.length).toBeGreaterThanOrEqual(570);
    expect(new Set(kept)).toEqual(new Set([...kept, ...committed]));
    const { value } = await database.read.selectFrom('counter').select('value').executeTakeFirstOrThrow();
    expect(value).toBe(kept.length);
    await database.close();
    const handle = new Sqlite(path);
    expect(handle.pragma('integrity_check', { simple: true })).toBe('ok');
    handle.close();
  });
});
