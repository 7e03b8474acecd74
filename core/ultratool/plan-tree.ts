import { NO_TOOL, PARENT } from './records.js';

/** A step of a plan, as in files. */
export interface Step {
  /** `1.2 Book the flight` */
  readonly step: string;
  /** `null`, no tool required, or a call. */
  readonly tool: string;
}

/** Maximum depth of a step. */
export const MAX_DEPTH = 4;

/** A step with the steps below it. */
export interface PlanNode {
  /** Its index in the original plan; undefined for a new step. */
  readonly from: number | undefined;
  readonly text: string;
  readonly tool: string;
  readonly children: readonly PlanNode[];
}

const NUMBERED = /^(\d+(?:\.\d+)*\.?)(?: ([\s\S]*))?$/;

/** The number and the text of a step; the number is empty if it has none. */
export function splitStep(step: string): { readonly number: string; readonly text: string } {
  const [, number, text] = NUMBERED.exec(step) ?? [];
  return number === undefined ? { number: '', text: step } : { number, text: text ?? '' };
}

/** The parts of a number: 1, 2, 1 of `1.2.1`. */
export const partsOf = (number: string): number[] =>
  number === '' ? [] : number.replace(/\.$/, '').split('.').map(Number);

/** The number of a position in the tree: `1.` at the top, `1.2` below. */
export const numberAt = (place: readonly number[]): string =>
  place.length === 1 ? `${place[0]}.` : place.join('.');

/** A number as mentioned in texts: `1`, `1.2`. */
export const bareNumber = (number: string): string => number.replace(/\.$/, '');

/**
 * The tree of a plan. The depth of a step follows from its number and order, so a plan with wrong numbers has a tree
 * too. A step without a number is on the level of the previous one.
 */
export function treeOf(plan: readonly Step[]): PlanNode[] {
  const roots: PlanNode[] = [];
  const open: { readonly children: PlanNode[] }[] = [];
  for (const [from, { step, tool }] of plan.entries()) {
    const { number, text } = splitStep(step);
    const wanted = partsOf(number).length || open.length || 1;
    const depth = Math.min(wanted, open.length + 1);
    const node = { from, text, tool, children: [] as PlanNode[] };
    open.length = depth - 1;
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

/** A step of a tree with its new number. */
export interface NumberedStep {
  readonly node: PlanNode;
  readonly number: string;
  readonly depth: number;
}

/** The steps of a tree in the plan's order, renumbered. */
export function numberedSteps(roots: readonly PlanNode[], above: readonly number[] = []): NumberedStep[] {
  return roots.flatMap((node, at) => {
    const place = [...above, at + 1];
    return [{ node, number: numberAt(place), depth: place.length }, ...numberedSteps(node.children, place)];
  });
}

/** Whether a step's tool is a call, or should be one. */
export const isCall = (tool: string): boolean =>
  tool !== PARENT && !Object.values(NO_TOOL).some((text) => text === tool);
