import { useId } from 'react';
import type { Step } from '../../../core/t-eval/query.js';
import { stepWords } from './path-content.js';
import { layersOf } from './path-layers.js';

/** With more layers, the boxes have no room for API names. */
const NAMED = 5;
const HIGH = 34;
const GAP = { x: 26, y: 14 };
const EDGE = 4;

/** The dependencies of steps as a graph from left to right, with the same in words for screen readers. */
export function PathGraph({ steps }: { readonly steps: readonly Step[] }) {
  const id = useId();
  const layers = layersOf(steps);
  const named = layers.length <= NAMED;
  const wide = named ? 118 : 40;
  const rows = Math.max(...layers.map((layer) => layer.length));
  const width = layers.length * (wide + GAP.x) - GAP.x + 2 * EDGE;
  const columns = new Map(layers.flatMap((layer, at) => layer.map(({ id: step }) => [step, at])));
  const over = (needed: number, step: Step): number =>
    (columns.get(step.id) ?? 0) - (columns.get(needed) ?? 0) - 1;
  const longest = Math.max(0, ...steps.flatMap((step) => step.dependencies.map((one) => over(one, step))));
  const height = rows * (HIGH + GAP.y) - GAP.y + 2 * EDGE + (longest > 0 ? bow(longest) : 0);
  const places = new Map(
    layers.flatMap((layer, column) =>
      layer.map((step, row): [number, { x: number; y: number }] => {
        const free = ((rows - layer.length) * (HIGH + GAP.y)) / 2;
        return [step.id, { x: EDGE + column * (wide + GAP.x), y: EDGE + free + row * (HIGH + GAP.y) }];
      }),
    ),
  );
  return (
    <svg
      className="path-graph"
      role="img"
      aria-labelledby={id}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <title id={id}>{`Dependencies of steps. ${steps.map(formatStep).join('; ')}.`}</title>
      <defs>
        <marker id="needs" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0,0 L8,4 L0,8 z" />
        </marker>
      </defs>
      {steps.flatMap((step) =>
        step.dependencies.map((needed) => {
          const [from, to] = [places.get(needed), places.get(step.id)];
          if (!from || !to || needed === step.id) return null;
          const passed = over(needed, step);
          return (
            <path
              key={`${needed} ${step.id}`}
              className="edge"
              d={passed > 0 ? below(from, to, wide, bow(passed)) : across(from, to, wide)}
              markerEnd="url(#needs)"
            />
          );
        }),
      )}
      {steps.map((step) => {
        const { x, y } = places.get(step.id) ?? { x: 0, y: 0 };
        return (
          <g key={step.id}>
            <rect x={x} y={y} width={wide} height={HIGH} rx="8" />
            <text x={x + wide / 2} y={y + HIGH / 2}>
              {named ? nodeText(step) : step.id}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** An arrow from the side of a box to the next layer. */
function across(from: Place, to: Place, wide: number): string {
  const [x1, y1, x2, y2] = [from.x + wide, from.y + HIGH / 2, to.x - 1, to.y + HIGH / 2];
  const bend = (x1 + x2) / 2;
  return `M${x1},${y1} C${bend},${y1} ${bend},${y2} ${x2},${y2}`;
}

/** An arrow below the layers in between, so that their boxes do not hide it. */
function below(from: Place, to: Place, wide: number, depth: number): string {
  const [x1, y1, x2, y2] = [from.x + wide / 2, from.y + HIGH, to.x + wide / 2, to.y + HIGH + 1];
  return `M${x1},${y1} C${x1},${y1 + depth} ${x2},${y2 + depth} ${x2},${y2}`;
}

/** How far down an arrow bends that passes so many layers. */
const bow = (passed: number): number => 16 + 8 * Math.min(passed, 5);

const formatStep = ({ id, dependencies }: Step): string =>
  dependencies.length === 0
    ? `Step ${id} depends on none`
    : `step ${id} depends on ${stepWords(dependencies)}`;

/** Number of characters that fit into a box. */
const LETTERS = 14;

function nodeText({ id, name }: Step): string {
  const api = name.slice(name.indexOf('.') + 1);
  return `${id} ${api.length > LETTERS ? `${api.slice(0, LETTERS - 1)}…` : api}`;
}
