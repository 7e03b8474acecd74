import { heartbeat } from '@temporalio/activity';
import { isCreationReason } from '../../core/mtu-bench/creation.js';
import { beginAttempt, endAttempt, forgetAttempts } from '../../store/attempts.js';
import { recordEvent } from '../../store/events.js';
import { countOutcomes, firstFailures } from '../../store/mtu-bench/outcomes.js';
import { pendingSlices, settleDuplicates, type Slice } from '../../store/mtu-bench/records.js';
import type { Store } from '../../store/store.js';
import { convertSlice, type SliceWatcher } from '../../stages/mtu-bench/convert-slice.js';
import { failpoint } from '../../stages/failpoint.js';
import { withHeartbeats } from '../heartbeats.js';
import { DEATHS_OF_WORKERS, Isolation } from '../../worker/mtu-bench/isolation.js';
import { exceedsQuarantineLimit, quarantineLimit } from '../../stages/quarantine-limit.js';
import { throwIfStopRequested } from '../stop-flag.js';
import { contextsOf } from '../../stages/mtu-bench/run-context.js';

export interface SliceInput extends Slice {
  readonly runId: string;
}

/** Activities of the convert stage: corpus records to items. @param incarnation of the worker that does them */
export function createConvertActivities({ store, incarnation }: { store: Store; incarnation: string }) {
  const contexts = contextsOf(store);
  const isolation = new Isolation(store, contexts);
  return {
    /** Slices that still have records without an outcome, in order: the store says what is left. */
    planSlices: ({ runId, size, limit }: { runId: string; size: number; limit: number }): Promise<Slice[]> =>
      pendingSlices(store, runId, size, limit),

    /**
     * Converts a slice; may run twice, see `convertSlice`. One at which workers died twice is converted apart from
     * this one: a bad record never takes others along.
     * @throws SOURCE_CHANGED, SOURCE_UNREADABLE, STORE_BUSY, DISK_FULL, WORKER_UNAVAILABLE
     */
    async convertSlice({ runId, ...slice }: SliceInput): Promise<{ converted: number }> {
      const watcher: SliceWatcher = {
        before: () => throwIfStopRequested(store, runId),
        committed: (count) => heartbeat({ converted: count }),
      };
      const deaths = await beginAttempt(store, runId, slice, incarnation);
      let converted;
      try {
        converted = await (deaths < DEATHS_OF_WORKERS
          ? convertSlice(store, contexts, runId, slice, watcher)
          : withHeartbeats(() => isolation.convertSlice(runId, slice, watcher)));
      } catch (error) {
        // Left behind, the row would do no harm before this worker dies.
        await endAttempt(store, runId, slice, incarnation).catch(() => undefined);
        throw error;
      }
      await forgetAttempts(store, runId, slice);
      await recordEvent(store, runId, 'slice settled', { ...slice });
      failpoint('before-completion');
      return { converted };
    },

    /**
     * The barrier after the convert stage: settles ids that occur twice, then checks the share of quarantined records.
     * @throws SET_ASIDE_LIMIT
     */
    async settleRecords({ runId }: { runId: string }): Promise<void> {
      await withHeartbeats(() => settleDuplicates(store, runId));
      const { run } = await contexts.of(runId);
      const outcomes = await countOutcomes(store, runId);
      // What a model gave no usable answer for says nothing of the source.
      const setAside = Object.fromEntries(
        Object.entries(outcomes.setAside).filter(([reason]) => !isCreationReason(reason)),
      );
      const limit = run.frozen.settings.setAsideShare;
      if (!exceedsQuarantineLimit(limit, outcomes.read, setAside)) return;
      const [first] = await firstFailures(store, runId, 1);
      throw quarantineLimit({
        ...{ limit, read: outcomes.read, setAside },
        first: first && `${first.file}, line ${first.line}: ${first.detail}`,
      });
    },
  };
}

export type ConvertActivities = ReturnType<typeof createConvertActivities>;
