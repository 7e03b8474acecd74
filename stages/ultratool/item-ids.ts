import { itemId } from '../../core/ids.js';

/** Stable id of a sample. @param recordId `samples:12`, or its query's id */
export const ultraToolItemId = (recordId: string): string =>
  itemId({ family: 'ultratool', source: recordId.split(':', 1)[0] ?? '', recordId, stageKey: 'sample' });
