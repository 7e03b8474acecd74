import { keyedCall, type KeyedCall } from '../../core/ledger-key.js';
import type { ModelRequest } from '../../core/model-call.js';
import { givenBack } from '../../store/batches/batch-calls.js';
import { dissolveUnsent, unsettledBatches } from '../../store/batches/batches.js';
import { intendBatch, type Intended, type IntendedCall } from '../../store/batches/intend.js';
import { callStates } from '../../store/ledger/call-state.js';
import type { BatchAccess, CallsOf } from './batch-access.js';
import { Reserves } from './reserves.js';

/** Calls looked up per query. */
const CHUNK = 500;

export interface PlanOptions {
  readonly runId: string;
  readonly stage: string;
  readonly callsOf: CallsOf;
  /**
   * Creates no batches and dissolves unsent ones of this stage. Submitted ones are still awaited, because their calls
   * would be billed twice.
   */
  readonly collectOnly?: boolean;
  /** Called between steps; throws to stop. */
  readonly goOn?: () => Promise<void>;
}

/** The batches that a stage must wait for. */
export interface BatchPlan {
  /** Open batches of this stage, and those of other stages that hold one of its calls. */
  readonly batchIds: string[];
  /** The budget had no room for all calls: plan again after a batch is committed. */
  readonly more: boolean;
}

/**
 * Records batches, unsent, for the calls of a stage that the ledger lacks. Skips calls in flight, calls that came back
 * from a batch of this stage, and remainders of fewer than `fewest`. With a budget, calls are taken in order while
 * there is room.
 * @throws BUDGET_REACHED if there is no room for the next call and no pending batch may release any; CONFIG_INVALID
 * for a budget that cannot be enforced
 */
export async function planBatches(access: BatchAccess, options: PlanOptions): Promise<BatchPlan> {
  const { store } = access;
  const { runId, stage, callsOf, collectOnly = false, goOn } = options;
  if (collectOnly) {
    await dissolveUnsent(store, { runId, stage });
    if ((await unsettledBatches(store)).length === 0) return { batchIds: [], more: false };
  }
  const elsewhere = new Set<string>();
  const seen = new Set<string>();
  const reserves = new Reserves(access);
  const planner = new Planner(access, { runId, stage });
  let chunk: Pick<IntendedCall, 'call' | 'use'>[] = [];
  const look = async (): Promise<void> => {
    await goOn?.();
    const keys = chunk.map(({ call }) => call.key);
    const { final, flights } = await callStates(store.db.read, keys, store.now());
    for (const { batch } of flights.values()) if (batch !== undefined) elsewhere.add(batch);
    if (!collectOnly) {
      const back = await givenBack(store, { runId, stage }, keys);
      for (const { call, use } of chunk) {
        const { key, request } = call;
        if (final.has(key) || back.has(key) || flights.get(key)?.living === true) continue;
        if (planner.denied) break;
        await planner.add({ call, use, reserveUsd: await reserves.of(request, use) });
      }
    }
    chunk = [];
  };
  for await (const { request, sample, use } of callsOf(runId, stage)) {
    const call = keyedCall(request, sample);
    if (seen.has(call.key)) continue;
    seen.add(call.key);
    chunk.push({ call, use });
    if (chunk.length === CHUNK) await look();
  }
  await look();
  await planner.end();
  const own = (await unsettledBatches(store, { runId, stage })).map(({ batchId }) => batchId);
  const batchIds = [...new Set([...own, ...elsewhere])];
  const { denied } = planner;
  if (denied === undefined) return { batchIds, more: false };
  const waits = denied.state === 'no room' || (denied.state === 'over budget' && batchIds.length > 0);
  if (!waits) throw await reserves.denied(denied, denied.of);
  return { batchIds, more: true };
}

/** Groups calls by provider and model into batches. */
class Planner {
  readonly #open = new Map<string, IntendedCall[]>();
  #denied: (NonNullable<Intended['denied']> & { readonly of: IntendedCall }) | undefined;

  constructor(
    private readonly access: BatchAccess,
    private readonly of: { readonly runId: string; readonly stage: string },
  ) {}

  /** The first call that the budget has no room for. */
  get denied() {
    return this.#denied;
  }

  async add(one: IntendedCall): Promise<void> {
    const { provider, model } = one.call.request;
    const scope = JSON.stringify([provider, model]);
    const open = this.#open.get(scope) ?? [];
    open.push(one);
    this.#open.set(scope, open);
    if (open.length < this.access.settings.most) return;
    this.#open.delete(scope);
    await this.#write(open);
  }

  async end(): Promise<void> {
    for (const open of this.#open.values()) await this.#write(open);
    this.#open.clear();
  }

  /** Records calls as one batch, or several if the provider's limits require it. */
  async #write(calls: readonly IntendedCall[]): Promise<void> {
    const { store, settings, provider } = this.access;
    const [first] = calls;
    if (first === undefined || calls.length < settings.fewest) return;
    const { provider: kind, model } = first.call.request;
    const batches = kind === 'local' ? undefined : provider(kind);
    if (batches === undefined) return;
    const { batches: portions } = await batches.prepare(calls.map(asRow));
    for (const { ids } of portions) {
      if (ids.length < settings.fewest) continue;
      const portion = ids.flatMap((id) => calls[Number(id.slice(ID_START.length))] ?? []);
      const { denied } = await intendBatch(store, { ...this.of, provider: kind, model }, portion);
      const of = denied && portion[denied.index];
      if (denied === undefined || of === undefined) continue;
      this.#denied ??= { ...denied, of };
      return;
    }
  }
}

/** Placeholder of the length of call id prefixes, which count towards the batch size. */
const ID_START = `batch-${'0'.repeat(20)}-`;

const asRow = ({ call }: { readonly call: KeyedCall<ModelRequest> }, i: number) => ({
  id: `${ID_START}${i}`,
  request: call.request,
});
