import type { PacedResource, PaceGrant, PermitGrant } from '../../store/limits.js';
import { leasePace, leasePermits } from '../../store/limits.js';
import type { Store } from '../../store/store.js';
import type { Clock } from './clock.js';

/** Where a limiter gets its permits and its stretches of the time lines; times are those of its clock. */
export interface Leases {
  permits(ask: { readonly keep: number; readonly wanted: number }): Promise<PermitGrant>;
  pace(
    resource: PacedResource,
    ask: { readonly stepMs: number; readonly wantedMs: number },
  ): Promise<PaceGrant>;
}

/** Leases shared by all workers of a store. @param limit calls in flight of all of them together */
export function storeLeases(
  store: Store,
  clock: Clock,
  { scope, incarnation, limit }: { scope: string; incarnation: string; limit: number },
): Leases {
  return {
    permits: (ask) => leasePermits(store, { scope, incarnation, limit, ...ask }),
    async pace(resource, ask) {
      // Read at one moment: the store's times are another clock's.
      const toOurs = clock.now() - store.now();
      const grant = await leasePace(store, { scope, resource, ...ask });
      if (!('toMs' in grant)) return grant;
      return { fromMs: grant.fromMs + toOurs, toMs: grant.toMs + toOurs };
    },
  };
}
