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
 * Every text that a rule writes into data. The choice between alternative forms depends only on the key of the text,
 * not on the run's seed, so that another split leaves item versions and decisions on them unchanged.
 */
export interface RuleTexts extends HardTexts {
  readonly thought: (turn: TurnToThink) => string;
  /** @param key identifies what the turn is joined from */
  readonly joinedThought: (calls: readonly ToolCall[], catalogue: Catalogue, key: string) => string;
  /** Whether thoughts mention slots by name, which a hard item may replace, or in words. */
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
