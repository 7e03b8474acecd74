import { BenchwrightError } from '../core/errors/benchwright-error.js';

/**
 * A value typed on the command line, as one of those that are known.
 * @param command whose `--help` lists them
 * @throws USAGE
 */
export function oneOf<T extends string>(
  what: string,
  value: string,
  known: readonly T[],
  command: string,
): T {
  const found = known.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new BenchwrightError('USAGE', {
    expected: `${what} among: ${known.join(', ')}`,
    found: JSON.stringify(value),
    next: `See \`benchwright ${command} --help\`.`,
  });
}

/** The same for an option that may be left out. */
export const oneOfOr = <T extends string>(
  what: string,
  value: string | undefined,
  known: readonly T[],
  command: string,
): T | undefined => (value === undefined ? undefined : oneOf(what, value, known, command));
