import { useId } from 'react';
import type { AnnotatedItem } from '../../../core/t-eval/annotation.js';
import type { Step } from '../../../core/t-eval/query.js';
import { STEPS } from './path-content.js';
import { pathText, type Path } from '../../../core/json-path.js';
import { AttemptForm } from './attempt-form.js';
import { FieldRow, ProblemsAt, useForm } from '../form/field-row.js';
import type { Tools } from '../kinds/editing.js';

interface Props {
  readonly item: AnnotatedItem;
  readonly tools: Tools;
  /** Removes a step, and the dependencies on it. */
  readonly onRemove: (at: number) => void;
  readonly onLabel: (attempt: Path, label: string) => void;
}

const TEXT = { kind: 'text' } as const;

/** A form for an annotated query, step by step. */
export function PathForm({ item, ...rest }: Props) {
  const { query, steps, finish } = item.annotated;
  return (
    <>
      <QueryRow query={query} />
      <ProblemsAt path={STEPS} />
      {steps.map((step, at) => (
        <StepForm key={step.id} {...{ item, step, at }} {...rest} />
      ))}
      <FinishForm finish={finish} />
    </>
  );
}

/** A form for the query. */
export const QueryRow = ({ query }: { readonly query: string }) => (
  <FieldRow path={['annotated', 'query']} label="Query" field={TEXT} value={query} rows={3} />
);

type Finish = AnnotatedItem['annotated']['finish'];

/** A form for the end of the path. */
export function FinishForm({ finish }: { readonly finish: Finish }) {
  return (
    <fieldset className="turn-form">
      <legend>Finish</legend>
      <FieldRow
        path={['annotated', 'finish', 'thought']}
        label="Thought"
        field={TEXT}
        value={finish.thought}
        rows={2}
      />
      <FieldRow
        path={['annotated', 'finish', 'answer']}
        label="Answer"
        field={TEXT}
        value={finish.answer}
        rows={3}
      />
    </fieldset>
  );
}

/** A form for a step: its dependencies, failed attempts and call. */
export function StepForm({
  item,
  step,
  at,
  onRemove,
  ...rest
}: Props & { readonly step: Step; readonly at: number }) {
  const { onChange } = useForm();
  const path = [...STEPS, at] as const;
  return (
    <fieldset className="turn-form">
      <legend>Step {step.id}</legend>
      <ProblemsAt path={path} />
      <FieldRow path={[...path, 'thought']} label="Thought" field={TEXT} value={step.thought} rows={2} />
      <DependencyBoxes step={step} path={path} steps={item.annotated.steps.slice(0, at)} />
      {step.retries.map((retry, number) => (
        <fieldset
          key={number}
          className="call-form"
          data-call
          data-place={`${pathText(path)}.retries.${number}.args`}
        >
          <legend>Failed attempt {number + 1}</legend>
          <AttemptForm {...{ item, ...rest }} attempt={retry} path={[...path, 'retries', number]} inVain />
          <button
            type="button"
            className="plain"
            onClick={() => onChange([...path, 'retries', number], undefined)}
          >
            Remove this attempt
          </button>
        </fieldset>
      ))}
      <fieldset className="call-form" data-call data-main data-place={`${pathText(path)}.args`}>
        <legend>The call</legend>
        <AttemptForm {...{ item, ...rest }} attempt={step} path={path} />
      </fieldset>
      <button type="button" className="plain" onClick={() => onRemove(at)}>
        Remove step {step.id}
      </button>
    </fieldset>
  );
}

interface DependencyProps {
  readonly step: Step;
  readonly path: Path;
  /** The earlier steps. */
  readonly steps: readonly Step[];
}

/** The steps that a step depends on: the earlier ones to choose from, and selected ids that are none of these. */
function DependencyBoxes({ step: { dependencies }, path, steps }: DependencyProps) {
  const { onChange } = useForm();
  const legend = useId();
  const at = [...path, 'dependencies'];
  const odd = dependencies.filter((id) => !steps.some((step) => step.id === id));
  const ids = [...steps.map(({ id }) => id), ...odd];
  const put = (id: number, on: boolean): void =>
    onChange(at, on ? [...dependencies, id].sort((a, b) => a - b) : dependencies.filter((one) => one !== id));
  return (
    <div className="field" role="group" aria-labelledby={legend}>
      <span id={legend} className="label">
        Needs the results of
      </span>
      <span className="boxes">
        {ids.length === 0 && <span className="note">There is no earlier step.</span>}
        {ids.map((id, number) => (
          <label key={id}>
            <input
              type="checkbox"
              data-path={number === 0 ? pathText(at) : undefined}
              checked={dependencies.includes(id)}
              onChange={(event) => put(id, event.target.checked)}
            />
            step {id}
          </label>
        ))}
      </span>
    </div>
  );
}
