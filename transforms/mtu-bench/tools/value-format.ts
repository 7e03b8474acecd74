import type { ServiceSlot, ValueFormat } from '../../../core/tool.js';

const isBoolean = (values: readonly string[]): boolean =>
  values.length > 0 && values.every((value) => value === 'True' || value === 'False');

/** Description words for durations: "number of days", "expected waiting time". */
const LENGTH_OF_TIME = /\b(number|days|minutes|hours|duration|how long|how many|takes?|waits?|waiting)\b/i;

/**
 * A slot's value format, if the schema determines it: SGD's canonical values are dates `2019-03-08`, times `11:30` and
 * booleans `True`/`False` (formats/sources.md 1.3). Dates and times are recognized by the name's suffix, unless the
 * description indicates a duration ("transfer_time", a number of days).
 */
export function valueFormat(slot: ServiceSlot): ValueFormat | undefined {
  if (slot.asSaid) return 'as said';
  if (slot.type !== undefined) return slot.format;
  if (slot.categorical) return isBoolean(slot.values) ? 'boolean' : undefined;
  if (/(^|_)date$/.test(slot.name) || (/date/.test(slot.name) && /\bdate\b/i.test(slot.description)))
    return 'date';
  return /(^|_)time$/.test(slot.name) && !LENGTH_OF_TIME.test(slot.description) ? 'time' : undefined;
}
