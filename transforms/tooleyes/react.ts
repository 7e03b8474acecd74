import { pythonStrip } from '../python/text.js';

/** The parts of a message: the thought, the chosen tool, and the text of the tool's input. */
export interface MessageParts {
  readonly thought: string;
  readonly action: string;
  readonly input: string;
}

/** Python's `\s`, which includes more characters than JavaScript's. */
const SPACE = '[\\s\\x1c-\\x1f\\x85]*';
const THOUGHT = /Thought:[\s\S]*?Action:/;
const ACTION = /Action:[\s\S]*?Action Input:/;
const INPUT = /Action Input:[\s\S]*/;
const TO_ACTION = /[\s\S]*?Action:/;
const ACTION_TO_INPUT = /Action:[\s\S]*?Input/;
const THOUGHT_WORD = new RegExp(`Thought${SPACE}:`, 'g');
const ACTION_WORD = new RegExp(`Action${SPACE}:`, 'g');
const INPUT_WORD = new RegExp(`Action Input${SPACE}:`, 'g');

/**
 * Splits a message like ToolEyes' scoring: `Thought:`, `Action:` and `Action Input:` in this order.
 * @returns undefined if a keyword is missing
 */
export function scoredParts(message: string): MessageParts | undefined {
  const [thought] = THOUGHT.exec(message) ?? [];
  const [action] = ACTION.exec(message) ?? [];
  const [input] = INPUT.exec(message) ?? [];
  if (thought === undefined || action === undefined || input === undefined) return undefined;
  return {
    thought: pythonStrip(without(thought, 'Action:', 'Thought:')),
    // A line break that a model wrote as two characters is not part of the tool's name.
    action: pythonStrip(without(action, '\\n', 'Action:', 'Action Input:')),
    input: pythonStrip(without(input, 'Action Input:')),
  };
}

/**
 * Splits a message like ToolEyes' judge input: `Thought:` may be missing.
 * @returns undefined if ToolEyes' evaluator would raise an exception
 */
export function judgedParts(message: string): MessageParts | undefined {
  const [thought] = TO_ACTION.exec(message) ?? [];
  const [action] = ACTION_TO_INPUT.exec(message) ?? [];
  const [input] = INPUT.exec(message) ?? [];
  if (thought === undefined || action === undefined || input === undefined) return undefined;
  return {
    thought: pythonStrip(thought.replace(/Action[^\n]:*/g, '').replace(THOUGHT_WORD, '')),
    action: pythonStrip(action.replaceAll('Action Input', '').replace(ACTION_WORD, '')),
    input: pythonStrip(input.replace(INPUT_WORD, '')),
  };
}

const without = (text: string, ...parts: readonly string[]): string =>
  parts.reduce((rest, part) => rest.replaceAll(part, ''), text);

/** A message made of the three parts. */
export const messageText = ({ thought, action, input }: MessageParts): string =>
  `Thought: ${thought}\nAction: ${action}\nAction Input: ${input}`;
