import { Option } from 'commander';
import type { OptionSpec } from '../core/family.js';

/** An option's name in the object that a command is given: `--max-turns <n>` is `maxTurns`. */
export const optionName = ({ flags }: Pick<OptionSpec, 'flags'>): string => new Option(flags).attributeName();
