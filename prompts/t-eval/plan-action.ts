import { ownPart } from '../../core/own-part.js';
import { plannedActionSchema, type PlannedAction } from '../../core/t-eval/annotation.js';
import { callProblems } from '../../core/t-eval/call-rules.js';
import { FINISH_ACTION } from '../../core/t-eval/query.js';
import { inBoth } from './in-both.js';
import { knownCall } from './known-calls.js';
import { rehearsedAction } from './rehearsed-actions.js';
import { planActionInputSchema, type PlanActionInput } from './schemas.js';
import { withoutPart } from '../../core/json.js';

const EXAMPLE: PlanActionInput = {
  apis: '{"name":"Stay.search_places","description":"Finds places to stay.","required_parameters":[{"name":"place","type":"STRING","description":"The town."}],"optional_parameters":[],"return_data":[{"name":"places","description":"At most 3, with id and name."}]}',
  parameters: {
    'Stay.search_places': { required: [{ name: 'place', type: 'STRING' }], optional: [] },
  },
  query: 'Where can I stay in Lyon?',
  taken: [{ id: 0, name: 'Stay.search_places', args: { place: 'Lion' }, finished: false }],
  revising: 0,
  cap: 20,
};

/** The arguments of `FinishAction`. */
const FINISH = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};

/**
 * The planner's next action (paper, figure 8). Its text is the system message of a conversation, followed by the query
 * and, per attempt, the action as JSON (assistant) and `stepResult` (user).
 */
export const planAction = inBoth<PlanActionInput, PlannedAction>('plan-action', (language) => ({
  input: planActionInputSchema,
  example: EXAMPLE,
  answer: {
    output: plannedActionSchema,
    // The ids are left open, so that the schema stays the same within a dialogue and providers can cache its prefix.
    known: ({ parameters }) => knownCall(parameters, [{ name: FINISH_ACTION, args: FINISH }]),
    rules: (input, action) => [
      ...(action.thought.trim() === '' ? ['the thought is empty'] : []),
      ...(action.goal.trim() === '' ? ['the goal is empty'] : []),
      ...idProblems(input, action),
      ...dependencyProblems(input, action),
      ...(action.name === FINISH_ACTION
        ? finishProblems(input, action)
        : [...capProblems(input), ...callProblems(action.name, action.args, input.parameters)]),
    ],
    rehearse: (input, draw) => rehearsedAction(input, language, draw),
  },
}));

function idProblems({ taken, revising }: PlanActionInput, { id }: PlannedAction): string[] {
  if (revising !== null)
    return id === revising ? [] : [`this action is to be written again: its id stays ${revising}, not ${id}`];
  const last = Math.max(-1, ...taken.map((one) => one.id));
  return id > last ? [] : [`the id ${id} is not larger than those before it; the last one is ${last}`];
}

function dependencyProblems({ taken }: PlanActionInput, { id, dep }: PlannedAction): string[] {
  const ids = new Set(taken.map((one) => one.id));
  return dep.flatMap((needed) =>
    needed === id
      ? [`the action ${id} depends on itself`]
      : ids.has(needed) && needed < id
        ? []
        : [`dep names ${needed}, which is no earlier action`],
  );
}

function finishProblems({ taken, revising }: PlanActionInput, { args }: PlannedAction): string[] {
  const answer = ownPart(args, 'answer');
  const others = withoutPart(args, 'answer');
  return [
    ...(taken.length === 0 ? [`${FINISH_ACTION} comes after at least one action`] : []),
    ...(revising === null
      ? []
      : [`${FINISH_ACTION} cannot stand for action ${revising}, write that one anew`]),
    ...(typeof answer === 'string' && answer.trim() !== ''
      ? []
      : [`${FINISH_ACTION} lacks the answer: {"answer": text}`]),
    ...Object.keys(others).map((key) => `${FINISH_ACTION} has no parameter ${JSON.stringify(key)}`),
  ];
}

const capProblems = ({ taken, revising, cap }: PlanActionInput): string[] =>
  revising === null && new Set(taken.map((one) => one.id)).size >= cap
    ? [`all ${cap} actions are used up: call ${FINISH_ACTION} with what is known`]
    : [];
