import { useId, useState } from 'react';
import type { PlanItem } from '../../../core/ultratool/item.js';
import type { PlanEdit } from '../../../core/ultratool/plan-edits.js';
import { bareNumber, splitStep, treeOf, type PlanNode } from '../../../core/ultratool/plan-tree.js';

interface Props {
  readonly item: PlanItem;
  readonly at: number;
  readonly onEdit: (edit: PlanEdit) => void;
}

/** Likely borders between the texts of two steps. */
const BETWEEN = /;\s*|；|,?\s+(?:and then|then|and)\s+|，然后|，并/;

function halves(text: string): [string, string] {
  const found = BETWEEN.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text, ''];
}

/** Splits a step into two; its call stays with the first. */
export function SplitForm({ item, at, onEdit }: Props) {
  const { number: written, text } = splitStep(item.plan[at]?.step ?? '');
  const number = bareNumber(written);
  const [[first, second], setTexts] = useState(() => halves(text));
  const below = nodeAt(treeOf(item.plan), at)?.children ?? [];
  const [keep, setKeep] = useState(below.length);
  const id = useId();
  return (
    <div role="group" aria-label={`Split step ${number}`}>
      <div className="field">
        <label htmlFor={`${id}-first`}>First step</label>
        <input
          id={`${id}-first`}
          value={first}
          onChange={(event) => setTexts([event.target.value, second])}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-second`}>Second step</label>
        <input
          id={`${id}-second`}
          value={second}
          onChange={(event) => setTexts([first, event.target.value])}
        />
      </div>
      {below.length > 0 && (
        <div className="field">
          <label htmlFor={`${id}-keep`}>Steps below the second</label>
          <select id={`${id}-keep`} value={keep} onChange={(event) => setKeep(Number(event.target.value))}>
            <option value={below.length}>none</option>
            {below.map(({ from = 0 }, place) => (
              <option key={from} value={place}>
                from {item.plan[from]?.step}
              </option>
            ))}
          </select>
        </div>
      )}
      <button
        type="button"
        className="button small"
        onClick={() => onEdit({ kind: 'split', at, first, second, keep })}
      >
        Split <span className="visually-hidden">step {number}</span> into two
      </button>
    </div>
  );
}

/** Moves a step, with the steps below it, below another step. */
export function MoveForm({ item, at, onEdit }: Props) {
  const [under, setUnder] = useState('');
  const id = useId();
  const number = bareNumber(splitStep(item.plan[at]?.step ?? '').number);
  const tree = treeOf(item.plan);
  const own = new Set(placesOf(nodeAt(tree, at)));
  const to = under === '' ? undefined : Number(under);
  const place = (to === undefined ? tree : (nodeAt(tree, to)?.children ?? [])).length;
  return (
    <div role="group" aria-label={`Move step ${number}`} className="row move-form">
      <label htmlFor={id}>Move below</label>
      <select id={id} value={under} onChange={(event) => setUnder(event.target.value)}>
        <option value="">no step: at the top, as the last</option>
        {item.plan.map(
          ({ step }, other) =>
            !own.has(other) && (
              <option key={other} value={other}>
                {step}
              </option>
            ),
        )}
      </select>
      <button
        type="button"
        className="button small"
        data-part="move"
        onClick={() => onEdit({ kind: 'move', at, under: to, place })}
      >
        Move <span className="visually-hidden">step {number}</span>
      </button>
    </div>
  );
}

function nodeAt(nodes: readonly PlanNode[], at: number): PlanNode | undefined {
  for (const node of nodes) {
    const found = node.from === at ? node : nodeAt(node.children, at);
    if (found) return found;
  }
  return undefined;
}

/** Indexes of a step and of the steps below it. */
const placesOf = (node: PlanNode | undefined): number[] =>
  node === undefined ? [] : [node.from ?? -1, ...node.children.flatMap(placesOf)];
