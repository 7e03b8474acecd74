import { useState } from 'react';
import type { PlanItem } from '../../../core/ultratool/item.js';
import { editPlan } from '../../../core/ultratool/plan-edits.js';
import { bareNumber, splitStep } from '../../../core/ultratool/plan-tree.js';
import { FieldRow } from '../form/field-row.js';
import type { Editing } from '../kinds/editing.js';
import { contentOf } from './plan-content.js';
import { StepText, ToolOfStep } from './step-form.js';

const TEXT = { kind: 'text' } as const;

/** A form for the question. */
export const QuestionRows = ({ item }: { readonly item: PlanItem }) => (
  <>
    <FieldRow path={['question']} label="Question" field={TEXT} value={item.question} rows={3} />
    <FieldRow path={['domain']} label="Domain" field={TEXT} value={item.domain} />
  </>
);

interface Props extends Pick<Editing, 'onContent'> {
  readonly item: PlanItem;
  readonly at: number;
  /** Shows the call only. */
  readonly callOnly?: boolean;
}

/** A form for a step in place: its text and call. Its place in the tree is changed in the whole form. */
export function StepPlaceForm({ item, at, callOnly = false, onContent }: Props) {
  const [says, setSays] = useState('');
  const { number = '', text = '' } = splitStep(item.plan[at]?.step ?? '');
  const edit = (change: { kind: 'text'; text: string } | { kind: 'tool'; tool: string }): void => {
    const edited = editPlan(item.plan, { ...change, at }, item.language);
    setSays(edited.ok ? '' : edited.why);
    if (edited.ok) onContent(contentOf({ ...item, plan: [...edited.plan] }));
  };
  return (
    <fieldset className={callOnly ? 'call-form' : 'turn-form'}>
      <legend>
        {callOnly ? 'Call of step' : 'Step'} {bareNumber(number)}
      </legend>
      {!callOnly && <StepText {...{ at, text }} onText={(next) => edit({ kind: 'text', text: next })} />}
      <ToolOfStep {...{ item, at }} onSays={setSays} onTool={(tool) => edit({ kind: 'tool', tool })} />
      <p role="status" aria-live="polite" className="tree-says">
        {says}
      </p>
    </fieldset>
  );
}
