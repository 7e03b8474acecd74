import type { JsonValue } from '../../../core/canonical.js';
import type { ToolShown } from '../../../core/review/api.js';
import { fullApiName, type LibraryTool } from '../../../core/tool-library.js';
import { valueRulesOf } from '../../../core/values/rules.js';
import type { AnnotatedQuery } from '../../../core/t-eval/query.js';
import { valueWord } from '../../../core/json.js';

/** A parameter of an API, independent of its document's source. */
export interface ShownParameter {
  readonly name: string;
  /** T-Eval's types: STRING, NUMBER (integer), FLOAT, BOOLEAN; ARRAY, OBJECT, alternatives joined by " or ". */
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
  readonly enum?: readonly JsonValue[];
  readonly default?: JsonValue;
  /** Its rules, and other keywords of its document. */
  readonly [rule: string]: unknown;
}

/** An API document for reviewers. */
export interface ShownApi {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly ShownParameter[];
}

/** A run's APIs by full name. */
export function libraryApis(tools: readonly LibraryTool[]): ReadonlyMap<string, ShownApi> {
  const all = tools.flatMap((tool) =>
    tool.apis.map((api): [string, ShownApi] => {
      const name = fullApiName(tool, api);
      const of = (required: boolean) => (parameter: (typeof api.required)[number]) => ({
        ...parameter,
        required,
      });
      const parameters = [...api.required.map(of(true)), ...api.optional.map(of(false))];
      return [name, { name, description: api.description, parameters }];
    }),
  );
  return new Map(all);
}

/**
 * The APIs offered by a query, in order, from the run's tools; unknown ones (an item from an export) are read from the
 * item.
 */
export function shownOfferedApis(
  { apis }: Pick<AnnotatedQuery, 'apis'>,
  library: ReadonlyMap<string, ShownApi>,
): ShownApi[] {
  return apis.map((api) => {
    const of = (required: boolean) => (parameter: (typeof api.required_parameters)[number]) => ({
      ...parameter,
      required,
    });
    return (
      library.get(api.name) ?? {
        name: api.name,
        description: api.description,
        parameters: [...api.required_parameters.map(of(true)), ...api.optional_parameters.map(of(false))],
      }
    );
  });
}

/** An API for the review page. */
export const shownApi = ({ name, description, parameters }: ShownApi): ToolShown => ({
  id: name,
  name,
  description,
  parameters: parameters.map((parameter) => ({
    name: parameter.name,
    type: parameter.type,
    description: parameter.description,
    required: parameter.required,
    ...(parameter.enum ? { enum: parameter.enum.map(valueWord) } : {}),
    ...(parameter.default === undefined ? {} : { default: valueWord(parameter.default) }),
    ...valueRulesOf(parameter),
  })),
});
