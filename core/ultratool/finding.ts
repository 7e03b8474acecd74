import { isBreach, type PlanIssue } from './plan-issue.js';
import type { PlanItem } from './item.js';
import { splitStep } from './plan-tree.js';
import { validatePlan } from './validate-plan.js';

/** A finding in a sample. */
export interface UltraToolFinding {
  readonly kind: string;
  /** Number of the step, or another subject of the finding. */
  readonly place: string;
  /** Path at which the page shows it: `plan.3.tool`. */
  readonly path: string;
  readonly text: string;
  /** Whether it makes a plan invalid. */
  readonly breach: boolean;
}

/** Kind of findings for texts that the published scorer alters before comparing them (formats/ultratool.md 5). */
export const ALTERED = 'altered by the scorer';

/** Findings of the checks in a plan, its calls and their references. */
export const planFindings = (item: Omit<PlanItem, 'findings'>): UltraToolFinding[] =>
  validatePlan(item).map((issue) => ({
    kind: issue.code,
    place: issue.at === undefined ? 'plan' : splitStep(item.plan[issue.at]?.step ?? '').number,
    path: pathOf(issue),
    text: issue.text,
    breach: isBreach(issue),
  }));

const pathOf = ({ at, field, argument }: PlanIssue): string =>
  at === undefined
    ? 'plan'
    : [`plan.${at}.${field}`, ...(argument === undefined ? [] : [argument])].join('.');

/** The kinds of findings, without duplicates, in order. */
export const findingKinds = (findings: readonly UltraToolFinding[]): string[] => [
  ...new Set(findings.map(({ kind }) => kind)),
];

export const ultraToolFindingText = ({ place, text }: UltraToolFinding): string => `${place}: ${text}`;
