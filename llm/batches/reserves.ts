import type { Reserve } from '../../core/budget.js';
import type { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { ModelRequest } from '../../core/model-call.js';
import type { IntendedCall } from '../../store/batches/intend.js';
import type { CallUse } from '../../store/ledger/call-state.js';
import type { Denied } from '../../store/ledger/budget-reservations.js';
import { deniedError, plannedCall } from '../asking/pay.js';
import { reservation, type Planned } from '../cost/budget.js';
import { StageLengths } from '../cost/stage-lengths.js';
import { inputTokens, loadTokenCounter } from '../cost/tokens.js';
import type { BatchAccess } from './batch-access.js';

/** Budget reserves of batched calls, at half price. One instance per planning. */
export class Reserves {
  readonly #lengths: StageLengths;

  constructor(private readonly access: BatchAccess) {
    // Read again each time: batched answers are counted nowhere else.
    this.#lengths = new StageLengths(access.store);
  }

  /** Undefined if no price is configured. */
  async of(request: ModelRequest, use: CallUse): Promise<Reserve> {
    return this.access.priceOf?.(request.model) === undefined
      ? {}
      : reservation(await this.#planned(request, use));
  }

  /** The error that pauses the run. */
  async denied(denied: Denied, { call: { request }, use }: IntendedCall): Promise<BenchwrightError> {
    return deniedError(denied, await this.#planned(request, use), request.model);
  }

  async #planned(request: ModelRequest, use: CallUse): Promise<Planned> {
    const { priceOf = () => undefined, count = await loadTokenCounter() } = this.access;
    const lengths = this.#lengths;
    const tokens = (): number => inputTokens(request, count);
    return {
      ...(await plannedCall({ priceOf, lengths }, { request, use, inputTokens: tokens })),
      batch: true,
    };
  }
}
