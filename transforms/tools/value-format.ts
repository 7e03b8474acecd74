import type { ServiceSlot, ValueFormat } from '../../core/tool.js';

const isBoolean = (values: readonly string[]): boolean =>
  values.length > 0 && values.every((value) => value === 'True' || value === 'False');

/**
 * How a slot's values are written, as far as the schema tells: SGD's canonical values are dates `2019-03-08`,
 * times `11:30` and booleans `True`/`False` (formats/sources.md 1.3). A slot counts as date or time when its name
 * ends so and its description agrees ("transfer_time", a number of days, has no clock time in its description).
 */
export function valueFormat(slot: ServiceSlot): ValueFormat | undefined {
  if (slot.categorical) return isBoolean(slot.values) ? 'boolean' : undefined;
  if (/(^|_)date$/.test(slot.name) || (/date/.test(slot.name) && /\bdate\b/i.test(slot.description)))
    return 'date';
  if (
    /(^|_)time$/.test(slot.name) &&
    /\btime\b/i.test(slot.description) &&
    !/\b(number|days|minutes|hours|duration|how long|takes?)\b/i.test(slot.description)
  )
    return 'time';
  return undefined;
}
