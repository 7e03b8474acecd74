import { join } from 'node:path';
import { suiteDatabases, suitesNamed } from '../../../app/simulators/start.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import type { ToolTalkDatabase } from '../../../core/tooltalk/files.js';
import { generateDatabases, SUITES, suitesOf, USUAL } from '../../../simulators/suites/registry.js';
import { ACCOUNTS } from '../../../simulators/suites/state.js';
import type { Suite } from '../../../simulators/suites/suite.js';
import { SUITES_A_SCENARIO } from '../../../transforms/tooltalk/scenario-prompts.js';
import type { ToolTalkGiven } from './given.js';

/** The given databases, else those beside the conversations, else generated ones. */
export async function databasesOf(
  { databases, conversations, people = USUAL.people, at = USUAL.now }: ToolTalkGiven,
  seed: number,
  suites: readonly Suite[],
): Promise<ReadonlyMap<string, ToolTalkDatabase>> {
  const folder = databases ?? (conversations === undefined ? undefined : join(conversations, 'databases'));
  if (folder !== undefined) return suiteDatabases(folder);
  if (people < 2 || people > 5000)
    throw new BenchwrightError('USAGE', {
      expected: '--people 2 to 5000',
      found: String(people),
      next: 'See `benchwright run tooltalk --help`.',
    });
  // Every user has an account, even if no suite has accounts.
  const withAccounts = SUITES.filter((suite) => suite.databases[ACCOUNTS] || suites.includes(suite));
  return generateDatabases(withAccounts, { seed, people, now: at });
}

/** Names of suites in the registry's order. @throws USAGE for one that no suite has, and for fewer than three */
export function namedSuites(given: string): string[] {
  const names = suitesNamed(given.split(',').map((name) => name.trim())).map(({ name }) => name);
  const found = suitesOf(names).map(({ name }) => name);
  if (found.length >= SUITES_A_SCENARIO) return found;
  throw new BenchwrightError('USAGE', {
    expected: `--suites with at least ${SUITES_A_SCENARIO} suites`,
    found: found.join(', '),
    next: 'See `benchwright simulators list`.',
  });
}
