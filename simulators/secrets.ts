import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { ownPart } from '../core/own-part.js';

/** Source of secrets. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads an environment variable for a header.
 * @param where the configuration field that names it
 * @throws CONFIG_INVALID if it is not set or not allowed in a header
 */
export function variableOf(environment: Environment, name: string, where: string): string {
  const value = ownPart(environment, name);
  if (value !== undefined && value !== '' && /^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) return value;
  throw new BenchwrightError('CONFIG_INVALID', {
    expected: `${name} in the worker's environment, with characters allowed in a header`,
    found: value === undefined || value === '' ? 'it is not set' : 'other characters',
    where,
    next: `Set ${name} where \`benchwright\` is started, then run \`benchwright resume\`.`,
  });
}
