import { NEWEST_TEXTS, textsSetting } from '../../../core/mtu-bench/rule-texts.js';
import type { MtuBenchRun } from '../../../core/mtu-bench/run.js';

/** A run keeps the versions of texts and gold that it was begun with, unless others than the newest are asked for. */
export function withKeptTexts(begun: MtuBenchRun, asked: MtuBenchRun): MtuBenchRun {
  const { texts = 1, gold, ...settings } = asked.settings;
  const checked = begun.settings.gold?.checked ?? gold?.checked;
  const keptGold = gold?.keepSuspects && checked ? { ...gold, checked } : gold && begun.settings.gold;
  return {
    ...asked,
    settings: {
      ...settings,
      ...textsSetting(texts === NEWEST_TEXTS ? (begun.settings.texts ?? 1) : texts),
      ...(keptGold && { gold: keptGold }),
    },
  };
}
