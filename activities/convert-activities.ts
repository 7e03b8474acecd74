import { heartbeat } from '@temporalio/activity';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { CorpusName } from '../sources/corpus.js';
import { readRecords } from '../sources/shard-reader.js';
import { recordEvent } from '../store/events.js';
import { countOutcomes, firstFailures } from '../store/outcomes.js';
import {
  commitRecords,
  pendingSlices,
  settleDuplicates,
  settledOrdinals,
  type RecordRow,
  type Slice,
} from '../store/records.js';
import type { Store } from '../store/store.js';
import { convertRecord } from './convert-record.js';
import { failpoint } from './failpoint.js';
import { withHeartbeats } from './heartbeats.js';
import { assertGoesOn } from './stop-flag.js';
import { shardFile, sourceOf, type RunContexts } from './run-context.js';

/** Records that share a commit: a kill costs at most the work on these (no call is paid for in this stage). */
const RECORDS_A_COMMIT = 25;

export interface SliceInput extends Slice {
  readonly runId: string;
}

/** Activities of the convert stage: corpus records to items. */
export function createConvertActivities({ store, contexts }: { store: Store; contexts: RunContexts }) {
  return {
    /** Slices that still have records without an outcome, in order: the store says what is left. */
    planSlices: ({ runId, size, limit }: { runId: string; size: number; limit: number }): Promise<Slice[]> =>
      pendingSlices(store, runId, size, limit),

    /**
     * Converts a slice. Idempotent: records that have an outcome are passed over, rows are keyed by place.
     * @throws SOURCE_CHANGED, SOURCE_UNREADABLE, STORE_BUSY, DISK_FULL
     */
    async convertSlice({ runId, ...slice }: SliceInput): Promise<{ converted: number }> {
      const { run, catalogue } = await contexts.of(runId);
      const shard = await contexts.shard(runId, slice.shard);
      const source = sourceOf(run, shard);
      const done = await settledOrdinals(store, runId, slice);
      let converted = 0;
      for (let from = slice.from; from < slice.to; from += RECORDS_A_COMMIT) {
        await assertGoesOn(store, runId);
        const to = Math.min(from + RECORDS_A_COMMIT, slice.to);
        const texts = await readRecords(shardFile(run, shard), shard.path, shard, from, to);
        const rows: RecordRow[] = [];
        texts.forEach((text, i) => {
          const ordinal = from + i;
          if (done.has(ordinal)) return;
          const place = {
            source: shard.source,
            kind: source.kind satisfies CorpusName,
            licence: source.licence,
            split: shard.split,
            file: shard.path,
            line: shard.lines[ordinal] ?? 0,
            ordinal,
          };
          rows.push(convertRecord(text, place, catalogue, run.frozen.settings));
        });
        failpoint('before-commit');
        await commitRecords(store, runId, slice.shard, rows);
        failpoint('after-commit');
        converted += rows.length;
        heartbeat({ converted });
      }
      await recordEvent(store, runId, 'slice settled', { ...slice });
      failpoint('before-completion');
      return { converted };
    },

    /**
     * The barrier after the convert stage: settles ids that occur twice, then checks the share of set-asides.
     * @throws SET_ASIDE_LIMIT
     */
    async settleRecords({ runId }: { runId: string }): Promise<void> {
      await withHeartbeats(() => settleDuplicates(store, runId));
      const { run } = await contexts.of(runId);
      const outcomes = await countOutcomes(store, runId);
      const setAside = Object.values(outcomes.setAside).reduce((sum, count) => sum + count, 0);
      const limit = run.frozen.settings.setAsideShare;
      if (setAside <= limit * outcomes.read) return;
      const [first] = await firstFailures(store, runId, 1);
      throw new BenchwrightError('SET_ASIDE_LIMIT', {
        expected: `at most ${percent(limit)} of ${outcomes.read} records set aside`,
        found: `${setAside} (${percent(setAside / outcomes.read)}): ${Object.entries(outcomes.setAside)
          .map(([reason, count]) => `${reason} ${count}`)
          .join(', ')}`,
        ...(first ? { where: `first: ${first.file}, line ${first.line}: ${first.detail}` } : {}),
        next: 'Mend the source, or allow more in temporal.config.ts (limits.setAsideShare); then run under a new --name. Nothing was exported.',
        details: { setAside: outcomes.setAside },
      });
    },
  };
}

export type ConvertActivities = ReturnType<typeof createConvertActivities>;

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;
