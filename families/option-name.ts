import { Option } from 'commander';
import type { OptionSpec } from '../core/family.js';

/** By flags: a command asks for the names of all families' options several times. */
const names = new Map<string, string>();

/** An option's name in the object that a command is given: `--max-turns <n>` is `maxTurns`. */
export function optionName({ flags }: Pick<OptionSpec, 'flags'>): string {
  const name = names.get(flags) ?? new Option(flags).attributeName();
  names.set(flags, name);
  return name;
}

/** Options that may be repeated are empty where they were not typed. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);
