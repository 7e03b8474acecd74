import type { ToolCall } from '../../../core/mtu-bench/item.js';
import type { TextsVersion } from '../../../core/mtu-bench/rule-texts.js';
import type { Catalogue } from '../tools/catalogue.js';
import type { HardTexts } from './hard-texts.js';
import type { TurnToThink } from './thought-tools.js';
import { hardTexts as hardTexts1 } from './version-1/hard.js';
import { joinedThought as joinedThought1 } from './version-1/joined-thought.js';
import { thoughtOf as thoughtOf1 } from './version-1/thought.js';
import { hardTexts as hardTexts2 } from './version-2/hard.js';
import { joinedThought as joinedThought2 } from './version-2/joined-thought.js';
import { thoughtOf as thoughtOf2 } from './version-2/thought.js';

/**
 * Every text that a rule writes into data. Which of several forms is taken depends on what the text is for, named by its
 * key, and on nothing else: not on the run's seed, so that another split leaves the versions of items and the decisions on
 * them as they are.
 */
export interface RuleTexts extends HardTexts {
  readonly thought: (turn: TurnToThink) => string;
  /** @param key what the turn is joined from */
  readonly joinedThought: (calls: readonly ToolCall[], catalogue: Catalogue, key: string) => string;
  /** Whether thoughts have slots by their names, which a hard item may replace, or in words. */
  readonly namesSlots: boolean;
}

const VERSIONS: Readonly<Record<TextsVersion, RuleTexts>> = {
  1: {
    ...hardTexts1,
    thought: ({ dialogue: { turns }, index, calls, tools }) => {
      const turn = turns[index];
      return turn ? thoughtOf1(turn, turns[index - 1], calls, tools) : '';
    },
    joinedThought: joinedThought1,
    namesSlots: true,
  },
  2: { ...hardTexts2, thought: thoughtOf2, joinedThought: joinedThought2, namesSlots: false },
};

/** The texts of a version. Absent: version 1, as in settings. */
export const ruleTexts = (version: TextsVersion = 1): RuleTexts => VERSIONS[version];
