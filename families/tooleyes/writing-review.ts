import type { EditProblem, ToolShown } from '../../core/review/api.js';
import { QUERY_LENGTHS } from '../../core/tooleyes/query.js';
import { WRITING_GATE } from '../../core/tooleyes/run.js';
import { ToolEyesContext } from '../../stages/tooleyes/context.js';
import { pathOfTopic } from '../../stages/tooleyes/written-queries.js';
import { sharesAWord } from '../../transforms/tooleyes/shares-a-word.js';
import { writtenKind } from '../parts/written-review.js';
import { toolsShownOf } from './tools-shown.js';

/** The words of a tool: its own, and those of its parameters. */
const wordsOf = ({ name, description, parameters }: ToolShown): string =>
  [name, description, ...parameters.flatMap((one) => [one.name, one.description])].join(' ');

/** Whether any tool may help with a query. 40 of 382 published queries share no word with one of theirs. */
function checkNeed(topic: string, query: string, tools: readonly ToolShown[]): EditProblem[] {
  if (query === '' || sharesAWord(query, [topic, ...tools.map(wordsOf)])) return [];
  const text = `it may need no tool: it has no word of the tools of ${topic} (a check of ours)`;
  return [{ path: 'query', kind: 'finding', text }];
}

/** Queries that people write, beside the tools of their subcategory. */
export const writingKind = writtenKind({
  gate: WRITING_GATE,
  view: 'tools query',
  guideline: 'tooleyes-writing.md',
  lengths: QUERY_LENGTHS,
  check: ({ topic, query, tools }, shown) => [
    ...(tools === ''
      ? []
      : [{ path: 'tools', kind: 'problem' as const, text: 'expected none: the subcategory has its tools' }]),
    ...checkNeed(topic, query, shown),
  ],
  known: () => Promise.resolve([]),
  async tools(store, runId) {
    const context = await ToolEyesContext.open(store, runId);
    return (topic) => toolsShownOf(context.subcategory(pathOfTopic(topic)));
  },
});
