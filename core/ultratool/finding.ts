import { isBreach, type PlanIssue } from './plan-issue.js';
import type { PlanItem } from './item.js';
import { splitStep } from './plan-tree.js';
import { validatePlan } from './validate-plan.js';

/** Something to look at in a sample. */
export interface UltraToolFinding {
  readonly kind: string;
  /** Number of the step, or what else it is about. */
  readonly place: string;
  /** Where the page shows it: `plan.3.tool`. */
  readonly path: string;
  readonly text: string;
  /** Whether no plan may have it. */
  readonly breach: boolean;
}

/** The kind of findings about texts that the published scorer alters before it compares them (formats/ultratool.md 5). */
export const ALTERED = 'altered by the scorer';

/** What the checks find at a plan, its calls and their references. */
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

/** The kinds among findings, each once, in order. */
export const findingKinds = (findings: readonly UltraToolFinding[]): string[] => [
  ...new Set(findings.map(({ kind }) => kind)),
];

export const ultraToolFindingText = ({ place, text }: UltraToolFinding): string => `${place}: ${text}`;
