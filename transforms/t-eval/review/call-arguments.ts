import type { EditProblem } from '../../../core/review/api.js';
import { callParameters, callProblems } from '../../../core/t-eval/call-rules.js';
import type { AnnotatedQuery } from '../../../core/t-eval/query.js';
import { blockingProblem, STEPS_FIELD } from './edited-path.js';
import { ownPart } from '../../../core/own-part.js';

/**
 * Problems of accepted calls according to the offered documents, located at the argument; the same rules as for the
 * planner. Earlier attempts may be wrong.
 */
export function argumentProblems({ apis, steps }: AnnotatedQuery): EditProblem[] {
  const parameters = callParameters(apis);
  return steps.flatMap(({ name, args }, at) => {
    const api = ownPart(parameters, name);
    // The path's own rules report unknown APIs.
    if (api === undefined) return [];
    const names = [...api.required.map((parameter) => parameter.name), ...Object.keys(args)];
    return callProblems(name, args, parameters).map((sentence) => {
      const argument = names.find((one) => sentence.includes(JSON.stringify(one)));
      return blockingProblem(
        `${STEPS_FIELD}.${at}.args${argument === undefined ? '' : `.${argument}`}`,
        sentence,
      );
    });
  });
}
