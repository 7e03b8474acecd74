import type { ProviderKind } from '../../core/model-call.js';
import type { IntendedCall } from '../../store/batches/intend.js';
import { callModel } from '../asking/call-model.js';
import type { ModelAccess } from '../asking/model-access.js';
import type { StageCall } from './batch-access.js';

/** Plain calls of one batch until one is answered: as many as show that the configuration is at fault. */
const PROBES = 5;

/** A call that goes into a batch, or is sent alone. */
export type PlannedCall = IntendedCall & Pick<StageCall, 'sample' | 'usable'>;

/** Plain calls that show whether a server takes the form of a batch's requests. */
export class Probes {
  constructor(
    private readonly models: ModelAccess,
    private readonly context: { readonly execution: string; readonly signal: AbortSignal | undefined },
  ) {}

  /**
   * Sends calls one after the other until each form among them was answered. A rejected one may be at fault itself, so
   * a few are tried; if a model that has answered nothing rejects all of them alike, the configuration is at fault.
   * @returns the calls that were not sent
   */
  async prove(kind: ProviderKind, calls: readonly PlannedCall[]): Promise<readonly PlannedCall[]> {
    const forms = this.models.forms?.(kind);
    const [first] = calls;
    if (forms === undefined || first === undefined) return calls;
    const { execution, signal } = this.context;
    const left: PlannedCall[] = [];
    const probes: Promise<unknown>[] = [];
    const held = await forms.held(first.call.request);
    // Further calls may follow, which a held rejection waits for.
    const ended = held?.begin();
    let failure: { readonly error: unknown } | undefined;
    try {
      for (const one of calls) {
        const { request } = one.call;
        if (failure !== undefined || probes.length >= PROBES || (await forms.isProven(request))) {
          left.push(one);
          continue;
        }
        const rejected = held?.next();
        const context = { execution, use: one.use, ...(signal && { signal }) };
        const answered = callModel(this.models, request, one.sample, context, (answer) =>
          one.usable(answer),
        ).catch((error: unknown) => void (failure ??= { error }));
        probes.push(answered);
        await Promise.race([answered, ...(rejected ? [rejected] : [])]);
      }
    } finally {
      ended?.();
      await Promise.all(probes);
    }
    if (failure !== undefined) throw failure.error;
    return left;
  }
}
