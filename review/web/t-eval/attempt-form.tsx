import { useId } from 'react';
import type { AnnotatedItem } from '../../../core/t-eval/annotation.js';
import { isReal } from '../../../core/t-eval/observed.js';
import { REVIEW_LABELS, type Attempt } from '../../../core/t-eval/query.js';
import { documentOf } from '../text/document-of.js';
import { labelWords } from './path-content.js';
import { pathText, type Path } from '../../../core/json-path.js';
import { sameAsWritten } from '../../../core/json.js';
import { valueText } from '../text/json-path.js';
import { AddArgument, ArgumentFields } from '../form/argument-fields.js';
import { fieldForValue } from '../form/fields.js';
import { FieldRow, ProblemsAt, useForm } from '../form/field-row.js';
import { ToolChooser } from '../form/tool-chooser.js';
import type { Tools } from '../kinds/editing.js';

interface Props {
  readonly item: AnnotatedItem;
  readonly attempt: Attempt;
  readonly path: Path;
  readonly tools: Tools;
  /** The attempt is a failed one, so its call may be invalid. */
  readonly inVain?: boolean;
  readonly onLabel: (attempt: Path, label: string) => void;
}

const TEXT = { kind: 'text' } as const;

/** A form for a call of a path, with its response and the response's label. */
export function AttemptForm({ item, attempt, path, tools, inVain = false, onLabel }: Props) {
  const { onChange, saved } = useForm();
  const { name, args, goal, response, review } = attempt;
  const document = documentOf(tools.documents, name);
  const before = saved([...path, 'response']);
  const was = before !== undefined && !sameAsWritten(before, response) && (
    <span data-testid="response-before">
      <span className="chip flag">new</span> Before: <del>{valueText(before)}</del>
    </span>
  );
  const change = (argument: string, value: Parameters<typeof onChange>[1]): void =>
    onChange([...path, 'args', argument], value);
  return (
    <>
      <FieldRow path={[...path, 'goal']} label="Goal" field={TEXT} value={goal} />
      <ToolChooser
        path={[...path, 'name']}
        tool={name}
        document={document}
        tools={tools}
        onTool={(tool) => onChange([...path, 'name'], tool)}
      />
      <ArgumentFields
        args={args}
        path={[...path, 'args']}
        document={document}
        loose={inVain}
        onArgument={change}
      />
      <ProblemsAt path={[...path, 'args']} />
      <div className="row">
        <AddArgument args={args} document={document} loose={inVain} onArgument={change} />
      </div>
      {isReal(attempt, item) ? (
        <div className="field">
          <span className="label">Response</span>
          <div>
            <pre>{valueText(response)}</pre>
            {was && <p className="hint">{was}</p>}
            <span className="hint">A real tool responded: this cannot be edited.</span>
            <ProblemsAt path={[...path, 'response']} />
          </div>
        </div>
      ) : (
        <FieldRow
          path={[...path, 'response']}
          label="Response"
          field={typeof response === 'string' ? TEXT : fieldForValue(response)}
          value={response}
          rows={2}
          hint={was || undefined}
        />
      )}
      <LabelChooser path={path} label={review?.label ?? ''} onLabel={onLabel} />
      {review && (
        <>
          <FieldRow
            path={[...path, 'review', 'is_finished']}
            label="Goal reached"
            hint="Whether the step ends with this response."
            field={{ kind: 'boolean' }}
            value={review.is_finished}
          />
          <FieldRow
            path={[...path, 'review', 'thought']}
            label="Comment of the reviewing model"
            field={TEXT}
            value={review.thought}
            rows={2}
          />
        </>
      )}
    </>
  );
}

interface LabelProps extends Pick<Props, 'path' | 'onLabel'> {
  readonly label: string;
}

function LabelChooser({ path, label, onLabel }: LabelProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Label</label>
      <select
        id={id}
        data-path={pathText([...path, 'review', 'label'])}
        aria-describedby={`${id}-hint`}
        value={label}
        onChange={(event) => onLabel(path, event.target.value)}
      >
        <option value="">(no label)</option>
        {REVIEW_LABELS.map((one) => (
          <option key={one} value={one}>
            {labelWords(one)}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} className="hint">
        The kind of response: the gold of the subset REVIEW.
      </span>
      <span>
        <ProblemsAt path={[...path, 'review', 'label']} />
      </span>
    </div>
  );
}
