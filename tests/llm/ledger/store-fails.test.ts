import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import type { ChatRequest } from '../../../core/model-call.js';
import { Ledger, type Ask } from '../../../llm/ledger/ledger.js';
import { openDatabase } from '../../../store/open-database.js';
import { MIGRATIONS } from '../../../store/migrations.js';
import type { Store } from '../../../store/store.js';
import type { Tables } from '../../../store/tables.js';
import {
  answered,
  chatRequest,
  failed,
  FIRST,
  gate,
  historyOf,
  living,
  NonceModel,
} from '../../support/calls.js';
import { failure } from '../../support/files.js';
import { freshPlace } from '../../support/stores.js';

/** A store that gives up soon when another process holds its lock, and the hold of such a process. */
async function lockable(): Promise<{ store: Store; lock: () => void; unlock: () => void }> {
  const path = freshPlace();
  if (typeof path !== 'string') throw new Error('a file is wanted');
  const db = await openDatabase<Tables>({ path, migrations: MIGRATIONS, sqlite: { busyDeadlineMs: 20 } });
  const other = new Sqlite(path);
  onTestFinished(async () => {
    other.close();
    await db.close();
  });
  return {
    store: { db, id: 'store', now: Date.now, close: () => db.close() },
    lock: () => void other.exec('begin immediate'),
    unlock: () => void other.exec('rollback'),
  };
}
const inFlight = (store: Store) => store.db.read.selectFrom('calls_in_flight').select('key').execute();

it('keeps an answer that arrived while the store was locked, and sends nothing again', async () => {
  const { store, lock, unlock } = await lockable();
  await living(store, 'a');
  const model = new NonceModel();
  const ledger = new Ledger(store, 'a', () => new Promise(() => undefined));
  const ask = (): ReturnType<typeof model.ask> => {
    lock();
    return model.ask();
  };
  expect((await failure(ledger.answer(chatRequest('a'), FIRST, ask))).code).toBe('STORE_BUSY');
  expect((await failure(ledger.answer(chatRequest('a'), FIRST, ask))).code).toBe('STORE_BUSY');
  unlock();
  expect(await ledger.answer(chatRequest('a'), FIRST, ask)).toMatchObject({ outcome: answered('answer 1') });
  expect(model.sent).toBe(1);
  expect(await inFlight(store)).toEqual([]);
});

/** Has a call end while the store is locked; the store is told once `again` opens. */
async function endUnheard(end: Ask<ChatRequest>): Promise<{ store: Store; again: () => Promise<void> }> {
  const { store, lock, unlock } = await lockable();
  await living(store, 'a', 'b');
  const again = gate();
  const ledger = new Ledger(store, 'a', () => again.promise);
  const theirs = ledger.answer(chatRequest('a'), FIRST, (sending) => {
    lock();
    return end(sending);
  });
  expect((await failure(theirs)).code).toBe('STORE_BUSY');
  unlock();
  expect(await inFlight(store)).toHaveLength(1);
  return {
    store,
    again: () => {
      again.open();
      return nextTurn();
    },
  };
}

it('tells the store of an answer by itself once it can, as others wait for it', async () => {
  const { store, again } = await endUnheard(async () => answered('arrived'));
  const model = new NonceModel();
  const other = new Ledger(store, 'b', () => again());
  const answer = await other.answer(chatRequest('a'), FIRST, model.ask);
  expect(answer).toMatchObject({ outcome: answered('arrived'), from: 'ledger' });
  expect(model.sent).toBe(0);
});

it('tells it of a failure as well', async () => {
  const { store, again } = await endUnheard(async () => {
    throw failed('timed out');
  });
  const model = new NonceModel();
  const other = new Ledger(store, 'b', () => again());
  expect(await other.answer(chatRequest('a'), FIRST, model.ask)).toMatchObject({ from: 'provider' });
  expect(await inFlight(store)).toEqual([]);
});

it('tells it of a failure before the same call is sent again, or that would wait for itself', async () => {
  const { store, lock, unlock } = await lockable();
  await living(store, 'a');
  const ledger = new Ledger(store, 'a', () => new Promise(() => undefined));
  const lost = ledger.answer(chatRequest('a'), FIRST, async (sending) => {
    await sending.sent();
    lock();
    throw failed('timed out', { perhapsBilled: true });
  });
  expect((await failure(lost)).code).toBe('STORE_BUSY');
  unlock();
  const model = new NonceModel();
  expect(await ledger.answer(chatRequest('a'), FIRST, model.ask)).toMatchObject({ from: 'provider' });
  expect(await historyOf(store)).toMatchObject([{ kind: 'timed out', perhapsBilled: 1 }]);
  expect(await inFlight(store)).toEqual([]);
});

it('claims again what it had claimed when the store failed it', async () => {
  const { store, lock, unlock } = await lockable();
  await living(store, 'a');
  const model = new NonceModel();
  const ledger = new Ledger(store, 'a', () => new Promise(() => undefined));
  lock();
  expect((await failure(ledger.answer(chatRequest('a'), FIRST, model.ask))).code).toBe('STORE_BUSY');
  unlock();
  expect(await ledger.answer(chatRequest('a'), FIRST, model.ask)).toMatchObject({ from: 'provider' });
  expect(model.sent).toBe(1);
});
