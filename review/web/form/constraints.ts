import type { ToolShown } from '../../../core/review/api.js';
import { ruleWords } from '../../../core/values/rules.js';

type Parameter = ToolShown['parameters'][number];

const FORMS = new Map([
  ['date', 'a date, YYYY-MM-DD'],
  ['time', 'a time, HH:MM'],
  ['date-time', 'a date and time, YYYY-MM-DD HH:MM'],
]);
/** Longer lists are shown only in the tool's document. */
const LISTED = 12;

/** What a document requires of a value, in one line: `string · required · one of A, B · a date, YYYY-MM-DD`. */
export function constraintsOf(parameter: Parameter): string {
  const { type, required, enum: values, format, default: preset, ...others } = parameter;
  const list = values ?? [];
  const form = format === undefined ? undefined : FORMS.get(format);
  const rules = form === undefined ? parameter : others;
  return [
    type,
    required ? 'required' : 'optional',
    ...(list.length > 0
      ? [
          `one of ${list.slice(0, LISTED).join(', ')}${list.length > LISTED ? ` and ${list.length - LISTED} more` : ''}`,
        ]
      : []),
    ...(form === undefined ? [] : [form]),
    ...ruleWords(rules),
    ...(preset === undefined || preset === '' ? [] : [`default ${preset}`]),
  ].join(' · ');
}
