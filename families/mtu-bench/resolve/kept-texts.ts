import { NEWEST_TEXTS, textsSetting } from '../../../core/mtu-bench/rule-texts.js';
import type { MtuBenchRun } from '../../../core/mtu-bench/run.js';

/** A run keeps its versions of texts and gold rules, unless versions other than the newest are requested. */
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
