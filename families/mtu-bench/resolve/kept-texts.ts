import { NEWEST_TEXTS, textsSetting } from '../../../core/mtu-bench/rule-texts.js';
import type { MtuBenchRun } from '../../../core/mtu-bench/run.js';

/** A run keeps the version of texts that it was begun with, unless another than the newest is asked for. */
export function withKeptTexts(begun: MtuBenchRun, asked: MtuBenchRun): MtuBenchRun {
  const { texts = 1, ...settings } = asked.settings;
  if (texts !== NEWEST_TEXTS) return asked;
  return { ...asked, settings: { ...settings, ...textsSetting(begun.settings.texts ?? 1) } };
}
