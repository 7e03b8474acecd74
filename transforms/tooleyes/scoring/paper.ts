import { FINISH } from '../../../core/tooleyes/library.js';
import { dictEntries } from '../../python/values.js';
import { promptedTools, type PromptedTool } from '../system-prompt.js';
import { scoredMessages, type ScoredMessage, type ScoredTrajectory } from './score-trajectory.js';

/** Figures by the paper's formulas (section 2.4), where they differ from what the evaluator computes. */
export interface PaperFigures {
  /** Rounds in the right format by rounds that call a tool. */
  readonly FA: number;
  /** Sum of reality and match of each round in the right format, by their number. */
  readonly TS: number;
  /** Pass times quality: 0 for a forced end. */
  readonly AO: number;
  readonly overall: number;
}

/**
 * The paper's figures. The last round, `finish` or a forced end, calls no tool; where there is no other round, it is
 * the one whose format counts.
 */
export function paperFigures({ conversations, scores }: ScoredTrajectory): PaperFigures {
  const messages = scoredMessages(conversations);
  const tools = promptedTools(conversations[0]?.value ?? '') ?? [];
  const rounds = messages
    .map((message, at) => ({ message, match: scores.action_thought_match[at] ?? 0 }))
    .filter(({ message }, at) => at < messages.length - 1 || !isEnd(message));
  const valid = rounds.filter(({ message }) => isValid(message));
  const last = messages.at(-1);
  const alone = last !== undefined && !last.forced && isValid(last) ? 1 : 0;
  const FA = rounds.length === 0 ? alone : valid.length / rounds.length;
  const TS =
    valid.length === 0
      ? 0
      : valid.reduce((sum, { message, match }) => sum + (isReal(tools, message) ? match / 10 : 0), 0) /
        valid.length;
  const AO = last?.forced === true ? 0 : scores.relavance / 10;
  const IC = scores.thought_foucus / 10;
  const BP = ((scores.thought_validity / 10) * scores.thought_quality) / 10;
  return { FA, TS, AO, overall: (FA + IC + BP + TS + AO) / 5 };
}

const isEnd = ({ forced, action }: ScoredMessage): boolean => forced || action === FINISH;
const isValid = ({ reactOk, inputOk }: ScoredMessage): boolean => reactOk && inputOk;

/** The tool is documented, its parameters are, and none of the required ones is missing. */
function isReal(tools: readonly PromptedTool[], { action, dict }: ScoredMessage): boolean {
  const tool = tools.find(({ name }) => name === action);
  if (tool === undefined || dict === undefined) return false;
  const names = new Set(dictEntries(dict).map(([name]) => name));
  return (
    [...names].every((name) => tool.properties.has(name)) && tool.required.every((name) => names.has(name))
  );
}
