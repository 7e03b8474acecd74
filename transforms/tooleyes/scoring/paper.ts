import { FINISH } from '../../../core/tooleyes/library.js';
import { dictEntries } from '../../python/values.js';
import { promptedTools, type PromptedTool } from '../system-prompt.js';
import { scoredMessages, type ScoredMessage, type ScoredTrajectory } from './score-trajectory.js';

/** Figures by the paper's formulas (section 2.4), if these differ from the evaluator's. */
export interface PaperFigures {
  /** Rounds in the right format, divided by rounds that call a tool. */
  readonly FA: number;
  /** Reality times match of each round in the right format, summed and divided by the number of these rounds. */
  readonly TS: number;
  /** Pass times quality: 0 for a forced end. */
  readonly AO: number;
  readonly overall: number;
}

/**
 * The paper's figures. The last round, `finish` or a forced end, calls no tool; if it is the only round, its format
 * counts.
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

/** Whether the tool and its arguments are documented, and no required parameter is missing. */
function isReal(tools: readonly PromptedTool[], { action, dict }: ScoredMessage): boolean {
  const tool = tools.find(({ name }) => name === action);
  if (tool === undefined || dict === undefined) return false;
  const names = new Set(dictEntries(dict).map(([name]) => name));
  return (
    [...names].every((name) => tool.properties.has(name)) && tool.required.every((name) => names.has(name))
  );
}
