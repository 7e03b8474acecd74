import type { ModelAnswer, ModelRequest, Usage } from '../../core/model-call.js';
import { inputTokens, type CountTokens } from './tokens.js';

/** Whether `withEstimates` has anything to count. */
export const lacksCounts = ({ usage }: ModelAnswer): boolean => usage.estimated !== undefined;

/**
 * Counts the tokens that the provider did not: the answer is kept and paid for, and budgets must not count it as free.
 * They stay listed in `usage.estimated`.
 */
export function withEstimates<A extends ModelAnswer>(
  answer: A,
  request: ModelRequest,
  count: CountTokens,
): A {
  const { estimated } = answer.usage;
  if (estimated === undefined) return answer;
  const usage: Usage = {
    ...answer.usage,
    ...(estimated.includes('input') && { input: inputTokens(request, count) }),
    ...(estimated.includes('output') && outputOf(answer, count)),
  };
  return { ...answer, usage };
}

function outputOf(answer: ModelAnswer, count: CountTokens): Pick<Usage, 'output' | 'reasoning'> {
  if (answer.kind === 'embedding') return { output: 0, reasoning: 0 };
  const reasoning = count(answer.reasoning ?? '');
  const calls = answer.toolCalls.flatMap(({ name, arguments: written }) => [name, written]);
  const said = [answer.text, answer.refusal ?? '', ...calls].reduce((sum, text) => sum + count(text), 0);
  return { output: said + reasoning, reasoning };
}
