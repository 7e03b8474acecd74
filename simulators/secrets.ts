import { BenchwrightError } from '../core/errors/benchwright-error.js';

/** Where secrets are looked up. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What an environment variable holds, for a header.
 * @param where the field of the configuration that names it
 * @throws CONFIG_INVALID when it is not set, or holds what no header can
 */
export function variableOf(environment: Environment, name: string, where: string): string {
  const value = environment[name];
  if (value !== undefined && value !== '' && /^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) return value;
  throw new BenchwrightError('CONFIG_INVALID', {
    expected: `${name} in the environment of the worker, of characters that a header may have`,
    found: value === undefined || value === '' ? 'it is not set' : 'other characters',
    where,
    next: `Set ${name} where \`benchwright\` is started; \`benchwright resume\` goes on.`,
  });
}
