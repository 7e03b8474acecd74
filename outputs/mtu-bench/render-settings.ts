import { dayInWords } from '../../core/calendar.js';
import { SETTINGS, type Setting } from '../../core/mtu-bench/item.js';
import { renderPrompt } from '../../prompts/prompt.js';
import type { RenderSettings } from './render-items.js';
import type { ExportInput } from './export-input.js';

/** The rendering settings of an export. */
export function renderSettings({
  frozen,
  prompts,
  catalogue,
  heldOutTools,
  unfit,
  closeness,
}: Pick<
  ExportInput,
  'frozen' | 'prompts' | 'catalogue' | 'heldOutTools' | 'unfit' | 'closeness'
>): RenderSettings {
  const { settings, seed } = frozen;
  const today = dayInWords(settings.referenceDay);
  const instructions = Object.fromEntries(
    SETTINGS.map((setting) => [setting, renderPrompt(prompts[setting], { today })]),
  ) as Record<Setting, string>;
  const { distractors, distractorCloseness: share = 0 } = settings;
  return {
    instructions,
    seed,
    distractors,
    ...(closeness && share > 0 && { interference: { closeness, share } }),
    catalogue,
    heldOutTools,
    ...(unfit && { unfit }),
    ...(settings.hard && { hardSet: true }),
    ...(settings.gold && { gold: settings.gold }),
  };
}
