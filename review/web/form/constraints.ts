import type { ToolShown } from '../../../core/review/api.js';

type Parameter = ToolShown['parameters'][number];

const FORMS = new Map([
  ['date', 'a date, YYYY-MM-DD'],
  ['time', 'a time, HH:MM'],
  ['date-time', 'a date and time, YYYY-MM-DD HH:MM'],
]);
/** Longer lists are in the tool's document. */
const LISTED = 12;

/** What a document asks of a value, in a line: `string · required · one of A, B · a date, YYYY-MM-DD`. */
export function constraintsOf(parameter: Parameter): string {
  const { type, required, enum: values, format, minimum, maximum, default: preset } = parameter;
  const list = values ?? [];
  const range = [
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
  ].filter(Boolean);
  return [
    type,
    required ? 'required' : 'optional',
    ...(list.length > 0
      ? [
          `one of ${list.slice(0, LISTED).join(', ')}${list.length > LISTED ? ` and ${list.length - LISTED} more` : ''}`,
        ]
      : []),
    ...(format === undefined ? [] : [FORMS.get(format) ?? format]),
    ...range,
    ...(preset === undefined || preset === '' ? [] : [`default ${preset}`]),
  ].join(' · ');
}
