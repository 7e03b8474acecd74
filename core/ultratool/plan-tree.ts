import { NO_TOOL, PARENT } from './records.js';

/** A step of a plan, as files have it. */
export interface Step {
  /** `1.2 Book the flight` */
  readonly step: string;
  /** `null`, no tool required, or a call. */
  readonly tool: string;
}

/** How deep a step may be. */
export const MAX_DEPTH = 4;

/** A step with those below it. */
export interface PlanNode {
  /** Its place in the plan that the tree was made of; undefined for a step that is new. */
  readonly from: number | undefined;
  readonly text: string;
  readonly tool: string;
  readonly children: readonly PlanNode[];
}

const NUMBERED = /^(\d+(?:\.\d+)*\.?)(?: ([\s\S]*))?$/;

/** The number and the text of a step; no number where it begins with none. */
export function splitStep(step: string): { readonly number: string; readonly text: string } {
  const [, number, text] = NUMBERED.exec(step) ?? [];
  return number === undefined ? { number: '', text: step } : { number, text: text ?? '' };
}

/** The parts of a number: `1.2.1` -> 1, 2, 1. */
export const partsOf = (number: string): number[] =>
  number === '' ? [] : number.replace(/\.$/, '').split('.').map(Number);

/** The number of a place in the tree: `1.` at the top, `1.2` below. */
export const numberAt = (place: readonly number[]): string =>
  place.length === 1 ? `${place[0]}.` : place.join('.');

/** A number as a text mentions it: `1`, `1.2`. */
export const bareNumber = (number: string): string => number.replace(/\.$/, '');

/**
 * The tree of a plan. How deep a step is follows from its number and its order, so a plan with wrong numbers has a tree too;
 * a step without a number is beside the one before it.
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
