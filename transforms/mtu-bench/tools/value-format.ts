import type { ServiceSlot, ValueFormat } from '../../../core/tool.js';

const isBoolean = (values: readonly string[]): boolean =>
  values.length > 0 && values.every((value) => value === 'True' || value === 'False');

/** Words of descriptions that speak of a length of time: "number of days", "expected waiting time". */
const LENGTH_OF_TIME = /\b(number|days|minutes|hours|duration|how long|how many|takes?|waits?|waiting)\b/i;

/**
 * How a slot's values are written, as far as the schema tells: SGD's canonical values are dates `2019-03-08`,
 * times `11:30` and booleans `True`/`False` (formats/sources.md 1.3). A slot counts as date or time by the end of its
 * name, unless its description says that it is a length of time ("transfer_time", a number of days).
 */
export function valueFormat(slot: ServiceSlot): ValueFormat | undefined {
  if (slot.asSaid) return 'as said';
  if (slot.categorical) return isBoolean(slot.values) ? 'boolean' : undefined;
  if (/(^|_)date$/.test(slot.name) || (/date/.test(slot.name) && /\bdate\b/i.test(slot.description)))
    return 'date';
  return /(^|_)time$/.test(slot.name) && !LENGTH_OF_TIME.test(slot.description) ? 'time' : undefined;
}
