import type { PaceAsk, PacedResource, PaceGrant, PermitGrant } from '../../store/limits.js';
import { leasePace, leasePermits } from '../../store/limits.js';
import type { Store } from '../../store/store.js';
import type { Clock } from './clock.js';

/** Source of permits and of units of timelines; times are of the limiter's clock. */
export interface Leases {
  permits(ask: { readonly keep: number; readonly wanted: number }): Promise<PermitGrant>;
  pace(resource: PacedResource, ask: PaceAsk): Promise<PaceGrant>;
}

/** Leases shared by all workers of a store. @param limit maximum calls in flight of all workers */
export function storeLeases(
  store: Store,
  clock: Clock,
  { scope, workerSession, limit }: { scope: string; workerSession: string; limit: number },
): Leases {
  return {
    permits: (ask) => leasePermits(store, { scope, workerSession, limit, ...ask }),
    async pace(resource, ask) {
      // The offset between the store's clock and ours, read at one moment.
      const toOurs = clock.now() - store.now();
      const grant = await leasePace(store, { scope, resource, ...ask });
      return 'askAgainInMs' in grant ? grant : { ...grant, originMs: grant.originMs + toOurs };
    },
  };
}
