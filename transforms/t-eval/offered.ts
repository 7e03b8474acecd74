import { seededRandom } from '../../core/random.js';
import type { AnnotatedQuery } from '../../core/t-eval/query.js';
import { fullApiName, type LibraryTool } from '../../core/tool-library.js';
import { toTEvalTools } from './tool-document.js';

/** An API as it is offered: under its full name, in T-Eval's form. */
export type OfferedApi = AnnotatedQuery['apis'][number];

/**
 * The APIs of a set of tools in the order in which they are shown: tools shuffled by seed for each purpose, a tool's APIs
 * together, all of them (T-Eval §2.3.2).
 */
export function offeredApis(
  tools: readonly LibraryTool[],
  names: readonly string[],
  seed: number,
  purpose: string,
): OfferedApi[] {
  const set = tools.filter(({ name }) => names.includes(name));
  return seededRandom(seed, 't-eval/order', purpose)
    .sample(set, set.length)
    .flatMap((tool) =>
      toTEvalTools([tool]).flatMap(({ api_list }) =>
        api_list.map(
          ({ name, ...rest }) => ({ name: fullApiName(tool, { name }), ...rest }) as unknown as OfferedApi,
        ),
      ),
    );
}
