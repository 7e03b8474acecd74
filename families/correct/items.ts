import type { RecordLineage } from '../../core/correct/manifest.js';
import { correctionRecords, isRecordCalled } from '../../stages/correct/found-records.js';
import type { FamilyItems, ItemFilter } from '../parts/items.js';
import { RECORDS_HEAD, recordLine, recordLines } from './item-text.js';

/** Values of `--outcome` for the outcomes of records. */
const FILTERED: Readonly<Record<RecordLineage['outcome'], ItemFilter['outcome']>> = {
  unchanged: 'accepted',
  edited: 'accepted',
  dropped: 'dropped',
  'set aside': 'dropped',
  undecided: 'waiting',
};

export const items: FamilyItems<'correct'> = {
  called: { inFile: 'M-S_3_0', record: 'M-S_eval.jsonl:12' },
  async list(store, run, { outcome, setting, limit }) {
    const records = await correctionRecords(
      store,
      run,
      ({ line }) =>
        (outcome === undefined || FILTERED[line.outcome] === outcome) &&
        (setting === undefined || line.setting === setting),
    );
    const found = records.slice(0, limit);
    return { items: found.map(({ line }) => line), head: RECORDS_HEAD, lines: found.map(recordLine) };
  },
  async show(store, run, name, most) {
    const found = await correctionRecords(store, run, (one) => isRecordCalled(one, name));
    return found
      .slice(0, most)
      .map((one) => ({ object: { ...one.line, item: one.item }, lines: recordLines(one) }));
  },
};
