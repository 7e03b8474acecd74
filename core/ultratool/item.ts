import * as z from 'zod';
import { itemVersion } from '../ids.js';
import { ownPart } from '../own-part.js';
import type { EditProblem } from '../review/api.js';
import { canBeCalled, canBeGiven, readCall } from './call-string.js';
import { isBreach, type PlanIssue } from './plan-issue.js';
import { ultraToolSchema, type SourceRecord, type UltraTool } from './records.js';
import { validatePlan } from './validate-plan.js';

/** Where a question came from: an expert, a model that varied or complicated it, or a published file. */
export const PLAN_KINDS = ['original', 'generalised', 'complicated', 'read'] as const;

/** What a person should look at in an item, at its place: `plan.3.tool.city`. */
const findingSchema = z.strictObject({ path: z.string(), text: z.string() });

/** A question with its plan and tools, as a run has it and as people review it. */
export const planItemSchema = z.strictObject({
  language: z.enum(['en', 'zh']),
  kind: z.enum(PLAN_KINDS),
  question: z.string(),
  domain: z.string(),
  plan: z.array(z.strictObject({ step: z.string(), tool: z.string() })),
  tools: z.array(ultraToolSchema),
  findings: z.array(findingSchema).optional(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

/** What a reviewer judges. */
export const versionOfPlan = ({ language, kind, question, domain, plan, tools }: PlanItem): string =>
  itemVersion([language, kind, question, domain, plan, tools]);

/** An item as a line of `test.json`, its fields in their order. */
export const sourceRecordOf = ({ question, plan, tools, domain }: PlanItem): SourceRecord => ({
  question,
  plan: plan.map(({ step, tool }) => ({ step, tool })),
  tools: tools.map(inFieldOrder),
  domain,
});

/** A tool with its fields in the published order, which review does not keep; within a property they are as they come. */
function inFieldOrder({ name, description, arguments: args, results, ...more }: UltraTool): UltraTool {
  return { name, description, arguments: partInOrder(args), results: partInOrder(results), ...more };
}

const partInOrder = ({ type, properties, ...more }: UltraTool['arguments']): UltraTool['arguments'] => ({
  ...{ type, properties },
  ...more,
});

/** A problem or a finding at a place of an item. */
export interface ItemIssue {
  readonly path: string;
  readonly text: string;
  readonly breach: boolean;
}

const placeOf = ({ at, field, argument }: PlanIssue): string =>
  at === undefined
    ? 'plan'
    : argument === undefined
      ? `plan.${at}.${field}`
      : `plan.${at}.${field}.${argument}`;

/** All that the checks find at an item: its plan, calls, references and tools. */
export function checkPlanItem(item: Omit<PlanItem, 'findings'>): ItemIssue[] {
  const { question, domain, plan, tools } = item;
  const empty = Object.entries({ question, domain })
    .filter(([, text]) => text.trim() === '')
    .map(([path]) => ({ path, text: 'it is empty', breach: true }));
  const called = new Set(plan.flatMap(({ tool }) => readCall(tool)?.name ?? []));
  return [
    ...empty,
    ...validatePlan(item).map((issue) => ({
      ...{ path: placeOf(issue), text: issue.text, breach: isBreach(issue) },
    })),
    ...toolIssues(tools),
    ...tools.flatMap(({ name }, at) =>
      called.has(name) ? [] : [{ path: `tools.${at}.name`, text: 'no step calls it', breach: false }],
    ),
  ];
}

/** The same for an edit: what an item is of, is not edited. */
export function checkEditedPlan(shown: PlanItem, edited: PlanItem): ItemIssue[] {
  const fixed = (['language', 'kind'] as const).filter((field) => edited[field] !== shown[field]);
  return [
    ...fixed.map((path) => ({ path, text: 'it is not edited', breach: true })),
    ...checkPlanItem(edited),
  ];
}

/** An issue as review tells it. */
export const problemOf = ({ path, text, breach }: ItemIssue): EditProblem => ({
  ...{ path, text, kind: breach ? 'problem' : 'finding' },
});

/** Tools that cannot be called as they are named. @param at where the list is */
export function toolIssues(tools: readonly UltraTool[], at = 'tools'): ItemIssue[] {
  const seen = new Set<string>();
  return tools.flatMap((tool, place) => {
    const { name } = tool;
    const twice = seen.has(name);
    seen.add(name);
    const issue = (path: string, text: string): ItemIssue => ({
      ...{ path: `${at}.${place}.${path}`, text, breach: true },
    });
    return [
      ...(twice ? [issue('name', 'another tool has this name')] : []),
      ...(canBeCalled(name) ? [] : [issue('name', 'a name has no blank and no bracket')]),
      ...Object.keys(tool.arguments.properties)
        .filter((argument) => !canBeGiven(argument))
        .map((argument) =>
          issue(`arguments.properties.${argument}`, 'a name has letters, digits and _ alone'),
        ),
    ];
  });
}

/** A tool's property as its document has it; undefined where it is no object. */
export function propertyOf(
  { properties }: UltraTool['arguments'],
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const schema = ownPart(properties, name);
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
    ? (schema as Readonly<Record<string, unknown>>)
    : undefined;
}

/** What the document says of a property in a field of it, such as `type`; undefined where that is no text. */
export function propertyText(
  part: UltraTool['arguments'],
  name: string,
  field: 'type' | 'description',
): string | undefined {
  const text = propertyOf(part, name)?.[field];
  return typeof text === 'string' ? text : undefined;
}
