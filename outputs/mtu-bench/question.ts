import type { ItemTurn, Setting } from '../../core/mtu-bench/item.js';
import type { OfferedTool } from '../../transforms/mtu-bench/offering/offered-tools.js';
import { pythonLiteral } from '../../transforms/python/text.js';
import type { Answer } from '../../transforms/mtu-bench/settings/answer.js';
import { pythonJson } from './python-json.js';
import { evaluationTool, type EvaluationTool } from './tool-dialect.js';

const TOOLS_LINE = 'The following is a list of APIs and their parameters that you can use:';

/**
 * The three parts of a record's `question` (formats/mtu-bench.md 1.2): a head shared by a dialogue's turns, the
 * history per past turn, and the current turn. A question is head + history of earlier turns + current. Line shapes,
 * trailing spaces and tags are those of the published files.
 */
export interface QuestionLayout {
  head(offered: readonly OfferedTool[]): string;
  /** @param gold the turn's gold calls */
  past(turn: ItemTurn, gold: Answer): string;
  current(turn: ItemTurn): string;
}

/**
 * The layout of a setting.
 * @param instructions the rendered prompt, which begins with a newline
 * @param outOfDomain layout of the OOD file: tools as JSON, no line above the history
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

/** S-S and M-S: tools as a Python literal on their own line; in M-S past turns have thought and observation. */
function singleParts(setting: 'S-S' | 'M-S', instructions: string, outOfDomain: boolean): QuestionLayout {
  const history = setting === 'M-S' && !outOfDomain ? 'History Dialog: \n' : '';
  const tools = toolLister(outOfDomain ? pythonJson : pythonLiteral);
  return {
    head: (offered) => `${instructions}${TOOLS_LINE}\n${tools(offered)}\n${history}`,
    past(turn, gold) {
      const lines = [`user: ${turn.user}`, 'function: ', `Thought: ${turn.thought.text}`];
      for (const [name, args] of Object.entries(gold)) {
        lines.push(`Action: ${name} `, `Action Input: ${pythonLiteral(args)}`);
      }
      // Without a call there is no observation; the published files wrongly repeat the last one.
      lines.push(
        turn.observation === null ? 'observation: ' : `observation: : ${pythonLiteral(turn.observation)}`,
        `assistant: : ${turn.response}`,
      );
      return `${lines.join('\n')}\n`;
    },
    current: (turn) => `User: ${turn.user}`,
  };
}

/** S-M: tools as JSON directly after the sentence, no history. */
function joinedParts(instructions: string): QuestionLayout {
  const tools = toolLister(pythonJson);
  return {
    head: (offered) => `${instructions}${TOOLS_LINE}${tools(offered)}\n`,
    past: () => '',
    current: (turn) => `User: ${turn.user}`,
  };
}

/**
 * M-M: tools as JSON directly after the sentence; past turns show calls as one JSON map without thoughts and
 * observations.
 */
function multiParts(instructions: string, history: string): QuestionLayout {
  const tools = toolLister(pythonJson);
  return {
    head: (offered) => `${instructions}${TOOLS_LINE}${tools(offered)}\n${history}`,
    past: (turn, gold) =>
      `User:  ${turn.user}\nAction: ${pythonJson(gold)}\nAssistant:  ${turn.response}\n\n`,
    current: (turn) => `User:  ${turn.user}`,
  };
}

/** Renders the offered tools as a list, with each tool's text cached; both dialects use the same separator. */
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
