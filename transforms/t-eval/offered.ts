import { seededRandom } from '../../core/random.js';
import type { AnnotatedQuery } from '../../core/t-eval/query.js';
import { fullApiName, type LibraryTool } from '../../core/tool-library.js';
import { toTEvalTools } from './tool-document.js';

/** An offered API with its full name, in T-Eval's format. */
export type OfferedApi = AnnotatedQuery['apis'][number];

/**
 * All APIs of a tool set in display order: tools shuffled by seed and purpose, each tool's APIs together (T-Eval
 * §2.3.2).
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
