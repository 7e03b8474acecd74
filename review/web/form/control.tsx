import type { Field } from './fields.js';

interface Props {
  readonly id: string;
  readonly at: string;
  readonly field: Field;
  readonly text: string;
  readonly rows: number;
  readonly bad: boolean;
  /** Name of the call's argument, if the field is for one. */
  readonly argument: string | undefined;
  readonly describedBy: string;
  readonly onType: (text: string) => void;
}

/** The input element for a value. */
export function Control({ id, at, field, text, rows, bad, argument, describedBy, onType }: Props) {
  const common = {
    ...{ id, 'data-path': at, 'data-argument': argument },
    ...{ 'aria-invalid': bad, 'aria-describedby': describedBy },
  };
  if (field.kind === 'boolean')
    return (
      <input
        {...common}
        type="checkbox"
        checked={text === 'true'}
        onChange={(event) => onType(String(event.target.checked))}
      />
    );
  if (field.kind === 'choice')
    return (
      <select {...common} value={text} onChange={(event) => onType(event.target.value)}>
        {!field.options.includes(text) && (
          <option value={text}>{text === '' ? '(nothing)' : `${text} (not an allowed value)`}</option>
        )}
        {field.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  if (field.kind === 'json' || rows > 1)
    return (
      <textarea
        {...common}
        className={field.kind === 'json' ? 'code' : undefined}
        rows={Math.min(14, Math.max(rows, text.split('\n').length))}
        spellCheck={field.kind !== 'json'}
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
    );
  return (
    <input
      {...common}
      inputMode={field.kind === 'number' ? 'decimal' : 'text'}
      value={text}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
