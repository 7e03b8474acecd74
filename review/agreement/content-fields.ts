import * as z from 'zod';
import type { JsonValue } from '../../core/canonical.js';

/** A part of a content that can be compared by itself. */
export interface ContentField {
  readonly field: string;
  /** Of a dialogue the turn, of a path the step's id; absent for what there is one of. */
  readonly turn?: number;
  readonly value: JsonValue;
}

/** How a family's contents fall into fields; those of one name follow each other. */
export type ContentFields = (content: JsonValue) => readonly ContentField[];

/** As much of an item of MTU-Bench (core/mtu-bench/item.ts) as is compared. */
const mtuBench = z.looseObject({
  turns: z.array(
    z.looseObject({
      calls: z.array(z.looseObject({ tool: z.string(), arguments: z.record(z.string(), z.json()) })),
      thought: z.looseObject({ text: z.string() }),
      response: z.string(),
    }),
  ),
});

const mtuBenchFields: ContentFields = (content) => {
  const { turns } = mtuBench.parse(content);
  const each = (field: string, pick: (turn: (typeof turns)[number]) => JsonValue): ContentField[] =>
    turns.map((one, turn) => ({ field, turn, value: pick(one) }));
  return [
    ...each('tools', ({ calls }) => calls.map(({ tool }) => tool)),
    ...each('arguments', ({ calls }) => calls.map((call) => call.arguments)),
    ...each('thought', ({ thought }) => thought.text),
    ...each('response', ({ response }) => response),
  ];
};

/** As much of a path of T-Eval (core/t-eval/query.ts) as is compared. */
const tEval = z.looseObject({
  annotated: z.looseObject({
    query: z.string(),
    steps: z.array(
      z.looseObject({
        id: z.int(),
        name: z.string(),
        args: z.json(),
        goal: z.string(),
        dependencies: z.array(z.int()),
        thought: z.string(),
        response: z.json(),
        review: z.looseObject({ label: z.string() }).optional(),
        retries: z.array(z.json()),
      }),
    ),
    finish: z.looseObject({ answer: z.string() }),
  }),
});

/** Steps are told apart by their ids: reviewers take some away and add none. */
const tEvalFields: ContentFields = (content) => {
  const { query, steps, finish } = tEval.parse(content).annotated;
  const each = (field: string, pick: (step: (typeof steps)[number]) => JsonValue): ContentField[] =>
    steps.map((step) => ({ field, turn: step.id, value: pick(step) }));
  return [
    { field: 'query', value: query },
    ...each('tool', ({ name }) => name),
    ...each('arguments', ({ args }) => args),
    ...each('goal', ({ goal }) => goal),
    ...each('dependencies', ({ dependencies }) => dependencies),
    ...each('thought', ({ thought }) => thought),
    ...each('response', ({ response }) => response),
    ...each('label', ({ review }) => review?.label ?? null),
    ...each('attempts', ({ retries }) => retries),
    { field: 'answer', value: finish.answer },
  ];
};

/** By family; a family without one is compared by verdict and reason alone. */
export const CONTENT_FIELDS: Readonly<Record<string, ContentFields>> = {
  'mtu-bench': mtuBenchFields,
  't-eval': tEvalFields,
};
