import type { IncomingHttpHeaders } from 'node:http';
import { sha256Hex } from '../../../core/digest.js';
import type { Asked, JsonObject } from './asked.js';
import { checkModel, type Endpoint } from './endpoint.js';
import { faultOf } from './faults.js';
import type { Ledger } from './ledger.js';
import type { Model } from './model.js';
import type { Refused } from './refused.js';
import { asRefused } from './refused.js';
import type { Script } from './script.js';

export interface BatchRow {
  readonly customId: string;
  readonly body: JsonObject;
}
export type RowOutcome =
  | { readonly kind: 'succeeded'; readonly body: JsonObject }
  | { readonly kind: 'errored'; readonly refused: Refused }
  | { readonly kind: 'expired' | 'canceled' };

/** A batch of either provider; what of it is shown, and when, is the provider's affair. */
export interface StoredBatch {
  readonly id: string;
  readonly createdMs: number;
  readonly endpoint: Endpoint;
  readonly headers: IncomingHttpHeaders;
  readonly rows: readonly BatchRow[];
  status: 'running' | 'ended' | 'canceled' | 'failed';
  polls: number;
  /** Its input cannot be read: no row is ever looked at. */
  readonly broken?: boolean;
  /** Being worked through, once, however many ask at the same time. */
  work?: Promise<void>;
  /** In no order of the rows. */
  outcomes: [customId: string, outcome: RowOutcome][];
}

export interface BatchBehaviour {
  /** How often a batch is asked after before it is worked through. @default 1 */
  readonly polls?: number;
  /** The numbers, from 1, of those batches after whose making the connection is reset: the client knows no id. */
  readonly resetAfterCreate?: readonly number[];
}

/** The batches of one provider: their requests are billed by content like all others. */
export class BatchWork {
  readonly #batches: StoredBatch[] = [];

  constructor(
    private readonly parts: {
      readonly ledger: Ledger;
      readonly model: Model;
      readonly script: Script;
      readonly models: readonly string[] | undefined;
      readonly behaviour: BatchBehaviour;
      readonly nowMs: () => number;
    },
  ) {}

  /** Keeps a batch; says whether its maker is to lose the connection. */
  create(batch: Pick<StoredBatch, 'id' | 'endpoint' | 'headers' | 'rows' | 'broken'>): {
    made: StoredBatch;
    reset: boolean;
  } {
    const made: StoredBatch = {
      ...batch,
      createdMs: this.parts.nowMs(),
      status: 'running',
      polls: 0,
      outcomes: [],
    };
    this.#batches.push(made);
    return { made, reset: this.parts.behaviour.resetAfterCreate?.includes(this.#batches.length) ?? false };
  }

  find(id: string): StoredBatch | undefined {
    return this.#batches.find((batch) => batch.id === id);
  }

  /** The newest first, those after the batch `after`. Each is asked after by that: it goes on as the others do. */
  async list(after: string | null, limit: number): Promise<{ page: StoredBatch[]; more: boolean }> {
    const newest = [...this.#batches].reverse();
    const from = after === null ? 0 : newest.findIndex((batch) => batch.id === after) + 1;
    const page = newest.slice(from, from + limit);
    for (const batch of page) await this.poll(batch);
    return { page, more: newest.length > from + limit };
  }

  /** Asked after often enough, the batch is worked through. */
  async poll(batch: StoredBatch): Promise<void> {
    if (batch.status !== 'running') return;
    if (batch.polls++ < (this.parts.behaviour.polls ?? 1) || batch.broken === true) return;
    await (batch.work ??= this.#workThrough(batch));
  }

  async #workThrough(batch: StoredBatch): Promise<void> {
    const outcomes: StoredBatch['outcomes'] = [];
    for (const row of batch.rows) outcomes.push([row.customId, await this.#run(batch, row)]);
    this.#end(batch, 'ended', outcomes);
  }

  cancel(batch: StoredBatch): void {
    if (batch.status !== 'running') return;
    this.#end(
      batch,
      'canceled',
      batch.rows.map((row) => [row.customId, { kind: 'canceled' }]),
    );
  }

  #end(batch: StoredBatch, status: StoredBatch['status'], outcomes: StoredBatch['outcomes']): void {
    batch.status = status;
    const rank = ([id]: StoredBatch['outcomes'][number]): string => sha256Hex(batch.id + id);
    batch.outcomes = outcomes.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }

  async #run({ endpoint, headers }: StoredBatch, row: BatchRow): Promise<RowOutcome> {
    const { ledger, model, script, models, nowMs } = this.parts;
    let asked: Asked;
    try {
      asked = endpoint.read(row.body, headers);
      checkModel(endpoint.api, asked.model, models);
    } catch (error) {
      const { content } = ledger.arrived(endpoint.path, row.body, '');
      const refused = asRefused(error);
      ledger.refuse(refused.status, content);
      return { kind: 'errored', refused };
    }
    const arrived = { ...asked, ...ledger.arrived(endpoint.path, row.body, asked.lastText) };
    const misbehaviour = script.next(arrived);
    if (misbehaviour?.kind === 'expires') return { kind: 'expired' };
    const refused = misbehaviour && faultOf(arrived, misbehaviour, nowMs());
    if (refused !== undefined) {
      ledger.refuse(refused.status, arrived.content);
      return { kind: 'errored', refused };
    }
    const body = await model.answer(endpoint, arrived, misbehaviour);
    ledger.answer(arrived.content);
    return { kind: 'succeeded', body };
  }
}
