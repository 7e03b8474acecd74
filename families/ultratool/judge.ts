import type { Context } from '../../app/context.js';
import { askJudge, judgeName } from '../../app/score/ask-judge.js';
import type { StructuredAnswer } from '../../llm/asking/ask-structured.js';
import type { JudgeVerdict, UltraToolJudge } from '../../outputs/ultratool/judge-model.js';
import { judgePlan, judgeTool } from '../../prompts/ultratool/judge/prompts.js';
import {
  aspectsOf,
  type JudgedAspect,
  type JudgedTask,
} from '../../transforms/ultratool/scoring/judged-scores.js';

/** The role `judge` as UltraTool's judge. @throws CONFIG_INVALID without a model for it */
export const roleAsJudge = (context: Context): UltraToolJudge => ({
  name: judgeName(context),
  judge: async (task, inputs) =>
    task === 'planning'
      ? (await askJudge(context, judgePlan, inputs)).map((answer) => verdictOf(task, answer))
      : (await askJudge(context, judgeTool, inputs)).map((answer) => verdictOf(task, answer)),
});

const verdictOf = (
  task: JudgedTask,
  answer: StructuredAnswer<Readonly<Record<string, JudgedAspect>>>,
): JudgeVerdict =>
  answer.ok ? { aspects: aspectsOf(task, answer.value) } : { problem: answer.problem, reason: answer.reason };
