import { Option } from 'commander';
import type { OptionSpec } from '../core/family.js';

/** An option's name in the object that a command is given: `--max-turns <n>` is `maxTurns`. */
export const optionName = ({ flags }: Pick<OptionSpec, 'flags'>): string => new Option(flags).attributeName();

/** Options that may be repeated are empty where they were not typed. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);
