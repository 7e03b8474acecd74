import type { ItemTurn, Setting } from '../../core/item.js';
import type { OfferedTool } from '../../transforms/offering/offered-tools.js';
import { pythonRepr } from '../../transforms/python/text.js';
import type { Answer } from '../../transforms/settings/answer.js';
import { pythonJson } from './python-json.js';
import { evaluationTool, type EvaluationTool } from './tool-dialect.js';

const TOOLS_LINE = 'The following is a list of APIs and their parameters that you can use:';

/**
 * The three parts of a record's `question` (formats/mtu-bench.md 1.2): what all turns of a dialogue share, what a
 * past turn adds to the history, and the current turn. A question is head + history of the turns before + current.
 * Line shapes, trailing spaces and tags are the published files' own, to the letter.
 */
export interface QuestionLayout {
  head(offered: readonly OfferedTool[]): string;
  /** @param gold the turn's gold calls */
  past(turn: ItemTurn, gold: Answer): string;
  current(turn: ItemTurn): string;
}

/**
 * The parts for a setting. @param instructions the rendered prompt, which begins with a newline
 * @param outOfDomain the layout of the OOD file: tools as JSON, and no line above the history
 */
export function questionLayout(setting: Setting, instructions: string, outOfDomain = false): QuestionLayout {
  switch (setting) {
    case 'S-S':
    case 'M-S':
      return singleParts(setting, instructions, outOfDomain);
    case 'S-M':
      return joinedParts(instructions);
    case 'M-M':
      return multiParts(instructions, outOfDomain ? '' : 'History Dialog: \n');
  }
}

/** S-S and M-S: tools as a Python literal on a line of its own; M-S has past turns with thought and observation. */
function singleParts(setting: 'S-S' | 'M-S', instructions: string, outOfDomain: boolean): QuestionLayout {
  const history = setting === 'M-S' && !outOfDomain ? 'History Dialog: \n' : '';
  const tools = toolLister(outOfDomain ? pythonJson : pythonRepr);
  return {
    head: (offered) => `${instructions}${TOOLS_LINE}\n${tools(offered)}\n${history}`,
    past(turn, gold) {
      const lines = [`user: ${turn.user}`, 'function: ', `Thought: ${turn.thought.text}`];
      for (const [name, args] of Object.entries(gold)) {
        lines.push(`Action: ${name} `, `Action Input: ${pythonRepr(args)}`);
      }
      // A turn without a call has no observation; the published files repeat the last one there, a fault we leave out.
      lines.push(
        turn.observation === null ? 'observation: ' : `observation: : ${pythonRepr(turn.observation)}`,
        `assistant: : ${turn.response}`,
      );
      return `${lines.join('\n')}\n`;
    },
    current: (turn) => `User: ${turn.user}`,
  };
}

/** S-M: tools as JSON right after the sentence, no history. */
function joinedParts(instructions: string): QuestionLayout {
  const tools = toolLister(pythonJson);
  return {
    head: (offered) => `${instructions}${TOOLS_LINE}${tools(offered)}\n`,
    past: () => '',
    current: (turn) => `User: ${turn.user}`,
  };
}

/** M-M: tools as JSON right after the sentence; past turns show calls as one JSON map, no thoughts, no observations. */
function multiParts(instructions: string, history: string): QuestionLayout {
  const tools = toolLister(pythonJson);
  return {
    head: (offered) => `${instructions}${TOOLS_LINE}${tools(offered)}\n${history}`,
    past: (turn, gold) =>
      `User:  ${turn.user}\nAction: ${pythonJson(gold)}\nAssistant:  ${turn.response}\n\n`,
    current: (turn) => `User:  ${turn.user}`,
  };
}

/** Writes the tools offered as a list; both dialects separate its members alike. A tool's text is made once. */
function toolLister(write: (tool: EvaluationTool) => string): (offered: readonly OfferedTool[]) => string {
  const texts = new WeakMap<OfferedTool['document'], Map<string, string>>();
  const textOf = ({ name, document }: OfferedTool): string => {
    const names = texts.get(document) ?? new Map<string, string>();
    texts.set(document, names);
    const text = names.get(name) ?? write(evaluationTool(name, document));
    names.set(name, text);
    return text;
  };
  return (offered) => `[${offered.map(textOf).join(', ')}]`;
}
