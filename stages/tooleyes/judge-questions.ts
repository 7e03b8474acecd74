import { MATCH_PART, type JudgedPart, type Judgement, type WholePart } from '../../core/tooleyes/judgement.js';
import type { PromptDefinition } from '../../prompts/definition.js';
import {
  answer,
  choice,
  focus,
  integrity,
  validity,
  type JudgeVerdict,
} from '../../prompts/tooleyes/judge/prompts.js';
import type { JudgeInputs } from '../../transforms/tooleyes/judge-inputs.js';
import { judgeAnswer } from '../../transforms/tooleyes/scoring/judge-answer.js';

/** A question of the judge about a trajectory. */
export interface JudgeQuestion {
  readonly part: JudgedPart;
  readonly input: object;
}

const DEFINITIONS = {
  relavance: answer,
  [MATCH_PART]: choice,
  thought_quality: integrity,
  thought_foucus: focus,
  thought_validity: validity,
} as const;

/** The prompt of a part; its input is that of `judgeQuestions`. */
export const definitionOf = (part: JudgedPart): PromptDefinition<never, JudgeVerdict> =>
  DEFINITIONS[part] as PromptDefinition<never, JudgeVerdict>;

/** All questions about a trajectory, in the order in which ToolEyes asks (formats/tooleyes.md 5). */
export function judgeQuestions(inputs: JudgeInputs): JudgeQuestion[] {
  const { documents, query, choices, thoughts, thoughtsAndRequests } = inputs;
  return [
    { part: 'relavance', input: { documents, query, answer: inputs.answer } },
    ...choices.map(({ thought, tool }) => ({ part: MATCH_PART, input: { documents, thought, tool } }) as const),
    { part: 'thought_quality', input: { documents, query, thoughts } },
    { part: 'thought_foucus', input: { documents, query, thoughts: thoughtsAndRequests } },
    { part: 'thought_validity', input: { documents, query, thoughts } },
  ];
}

/** Verdicts on a trajectory, in the order of its questions, as ToolEyes keeps them. */
export function judgementOf(
  questions: readonly Pick<JudgeQuestion, 'part'>[],
  verdicts: readonly JudgeVerdict[],
): Judgement {
  const of = (part: JudgedPart): JudgeVerdict[] =>
    verdicts.filter((_, at) => questions[at]?.part === part);
  const one = (part: WholePart): JudgeVerdict => {
    const [verdict] = of(part);
    if (verdict === undefined) throw new Error(`no judgement of ${part}`);
    return verdict;
  };
  const reason = ({ reason: text, score }: JudgeVerdict) => ({ reason: judgeAnswer(text, score) });
  return {
    relavance: reason(one('relavance')),
    action_thought_match: of(MATCH_PART).map(reason),
    thought_quality: reason(one('thought_quality')),
    thought_foucus: reason(one('thought_foucus')),
    thought_validity: reason(one('thought_validity')),
    eval_score: {
      relavance: one('relavance').score,
      action_thought_match: of(MATCH_PART).map(({ score }) => score),
      thought_quality: one('thought_quality').score,
      thought_foucus: one('thought_foucus').score,
      thought_validity: one('thought_validity').score,
    },
  };
}
