import { createContext, useContext, useId, useState, type ReactNode } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { EditProblem } from '../../../core/review/api.js';
import { pathText, type Path } from '../text/json-path.js';
import { fieldText, readField, type Field } from './fields.js';

/** What a form needs at each of its fields. */
export interface FormContext {
  readonly problems: readonly EditProblem[];
  /** A field holds what is no value of its kind; undefined: it does again. */
  readonly onInvalid: (path: string, problem: string | undefined) => void;
  readonly onChange: (path: Path, value: JsonValue | undefined) => void;
}
export const FormContext = createContext<FormContext | undefined>(undefined);

/** The form around a field. @throws outside of one */
export function useForm(): FormContext {
  const form = useContext(FormContext);
  if (!form) throw new Error('no form around this field');
  return form;
}

interface Props {
  readonly path: Path;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly field: Field;
  readonly value: JsonValue | undefined;
  /** Instead of the form's own way to set the value. */
  readonly onValue?: (value: JsonValue) => void;
  readonly rows?: number;
  /** What is wrong with the field whatever it holds. */
  readonly wrong?: string | undefined;
  readonly children?: ReactNode;
}

/** A value with its label, its hint, its control and the problems that the checks find at it. */
export function FieldRow({ path, label, hint, field, value, onValue, rows = 1, wrong, children }: Props) {
  const { problems, onInvalid, onChange } = useForm();
  const id = useId();
  const at = pathText(path);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const found = problems.filter((other) => other.path === at);
  const bad = problem !== undefined || wrong !== undefined || found.some(({ kind }) => kind === 'problem');
  const type = (text: string): void => {
    const read = readField(field, text);
    setTyped(read.ok ? undefined : text);
    setProblem(read.ok ? undefined : read.problem);
    onInvalid(at, read.ok ? undefined : read.problem);
    if (read.ok && onValue) onValue(read.value);
    else if (read.ok) onChange(path, read.value);
  };
  return (
    <div className={bad ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <Control
        id={id}
        at={at}
        field={field}
        text={typed ?? fieldText(field, value)}
        rows={rows}
        bad={bad}
        describedBy={`${id}-hint ${id}-problems`}
        onType={type}
      />
      {children}
      <span id={`${id}-hint`} className="hint">
        {hint}
      </span>
      <span id={`${id}-problems`}>
        {problem !== undefined && <span className="problem">{problem}</span>}
        {wrong !== undefined && <span className="problem">Problem: {wrong}</span>}
        {found.map(({ text, kind }) => (
          <span key={text} className={kind}>
            {kind === 'problem' ? 'Problem: ' : 'Finding: '}
            {text}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Problems of what is no single field: a turn's calls as a whole. */
export function ProblemsAt({ path }: { readonly path: Path }) {
  const { problems } = useForm();
  return problems
    .filter((problem) => problem.path === pathText(path))
    .map(({ text, kind }) => (
      <p key={text} className={kind}>
        {kind === 'problem' ? 'Problem: ' : 'Finding: '}
        {text}
      </p>
    ));
}

interface ControlProps {
  readonly id: string;
  readonly at: string;
  readonly field: Field;
  readonly text: string;
  readonly rows: number;
  readonly bad: boolean;
  readonly describedBy: string;
  readonly onType: (text: string) => void;
}

function Control({ id, at, field, text, rows, bad, describedBy, onType }: ControlProps) {
  const common = { id, 'data-path': at, 'aria-invalid': bad, 'aria-describedby': describedBy };
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
