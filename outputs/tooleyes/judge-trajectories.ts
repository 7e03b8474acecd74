import type { JudgeInputs } from '../../core/tooleyes/judge-inputs.js';
import { MATCH_PART, type JudgedPart, type JudgedRecord } from '../../core/tooleyes/judgement.js';
import type { TrajectoryRecord } from '../../core/tooleyes/trajectory.js';
import type { PromptDefinition } from '../../prompts/definition.js';
import {
  judgeAnswer,
  judgeFocus,
  judgeIntegrity,
  judgeToolChoice,
  judgeValidity,
  type EyesVerdict,
  type ThoughtsInput,
} from '../../prompts/tooleyes/judge/prompts.js';
import { judgeInputs } from '../../transforms/tooleyes/judge-inputs.js';
import { judgedRecordOf, type PartVerdict } from '../../transforms/tooleyes/judged-record.js';

/** What a judge said, or why no answer of it was usable. */
export type JudgeReply = EyesVerdict | { readonly problem: string; readonly reason: string };

/** Who judges. */
export interface ToolEyesJudge {
  /** @returns a reply for each input, in their order */
  judge<I>(
    definition: PromptDefinition<I, EyesVerdict>,
    inputs: readonly I[],
  ): Promise<readonly JudgeReply[]>;
}

/** A trajectory without all of its judgements; no mean counts it. */
export interface UnjudgedTrajectory {
  readonly id: string;
  readonly reason: string;
}

export interface JudgedTrajectories {
  /** In the order of the trajectories. */
  readonly judged: readonly JudgedRecord[];
  readonly unjudged: readonly UnjudgedTrajectory[];
}

/** A trajectory to be judged, and the place of a question's verdict in it. */
interface Place {
  readonly record: number;
  readonly part: JudgedPart;
  readonly at?: number;
}

/**
 * Judges trajectories: four questions each, and one per message of the assistant (formats/tooleyes.md 5). Questions of
 * one kind are asked together.
 */
export async function judgeTrajectories(
  records: readonly TrajectoryRecord[],
  judge: ToolEyesJudge,
): Promise<JudgedTrajectories> {
  const shown = records.map(judgeInputs);
  const verdicts = records.map((): PartVerdict[] => []);
  const problems = new Map<number, string>();
  const ask = async <I>(
    definition: PromptDefinition<I, EyesVerdict>,
    questions: readonly (Place & { readonly input: I })[],
  ): Promise<void> => {
    const replies = await judge.judge(
      definition,
      questions.map(({ input }) => input),
    );
    for (const [number, { record, part, at }] of questions.entries()) {
      const reply = replies[number];
      if (reply === undefined) throw new Error(`the judge said nothing about question ${number}`);
      if ('problem' in reply) problems.set(record, `${part}: ${reply.problem}: ${reply.reason}`);
      else verdicts[record]?.push({ part, ...(at === undefined ? {} : { at }), ...reply });
    }
  };
  const each = <T>(make: (inputs: JudgeInputs, record: number) => readonly T[]): T[] =>
    shown.flatMap((inputs, record) => (inputs === undefined ? [] : make(inputs, record)));
  const thoughts = (part: JudgedPart, of: (inputs: JudgeInputs) => string) =>
    each((inputs, record): readonly (Place & { readonly input: ThoughtsInput })[] => [
      { record, part, input: { documents: inputs.documents, query: inputs.query, thoughts: of(inputs) } },
    ]);

  await ask(
    judgeAnswer,
    each(({ documents, query, answer }, record) => [
      { record, part: 'relavance' as const, input: { documents, query, answer } },
    ]),
  );
  await ask(
    judgeToolChoice,
    each(({ documents, choices }, record) =>
      choices.map(
        (choice, at) => ({ record, part: MATCH_PART, at, input: { documents, ...choice } }) as const,
      ),
    ),
  );
  await ask(
    judgeIntegrity,
    thoughts('thought_quality', (inputs) => inputs.thoughts),
  );
  await ask(
    judgeFocus,
    thoughts('thought_foucus', (inputs) => inputs.thoughtsAndRequests),
  );
  await ask(
    judgeValidity,
    thoughts('thought_validity', (inputs) => inputs.thoughts),
  );

  const judged: JudgedRecord[] = [];
  const unjudged: UnjudgedTrajectory[] = [];
  for (const [at, record] of records.entries()) {
    const made = problems.has(at) ? undefined : judgedRecordOf(record, verdicts[at] ?? []);
    if (made !== undefined) judged.push(made);
    else
      unjudged.push({
        id: record.id,
        reason: problems.get(at) ?? 'a message without “Action:” and “Action Input:”',
      });
  }
  return { judged, unjudged };
}
