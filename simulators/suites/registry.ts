import type { JsonValue } from '../../core/canonical.js';
import { planPeople } from './generate/people.js';
import { LIBRARY } from './library.js';
import type { Suite } from './suite.js';
import { TOOLTALK_SUITES } from './tooltalk/index.js';

/** All suites; add new ones here. */
export const SUITES: readonly Suite[] = [...TOOLTALK_SUITES, LIBRARY];

/** Suites by name, in the registry's order; ToolTalk's suites if no names are given. Unknown names are ignored. */
export const suitesOf = (names: readonly string[] | undefined): readonly Suite[] =>
  names === undefined ? TOOLTALK_SUITES : SUITES.filter(({ name }) => names.includes(name));

/** The inputs of generated databases. */
export interface GeneratedFrom {
  readonly seed: number;
  readonly people: number;
  /** `YYYY-MM-DD HH:MM:SS`, the moment of the conversations. */
  readonly now: string;
}

/** The default inputs of generated databases. */
export const USUAL: GeneratedFrom = { seed: 1, people: 12, now: '2024-05-06 09:00:00' };

/** Generates databases for suites, of people who know each other, by name. The same input gives the same rows. */
export function generateDatabases(
  suites: readonly Suite[],
  { seed, people, now }: GeneratedFrom = USUAL,
): ReadonlyMap<string, Readonly<Record<string, JsonValue>>> {
  const planned = planPeople({ seed, count: people, now });
  return new Map(
    suites.flatMap((suite) =>
      Object.entries(suite.generate?.(planned) ?? {}).map(
        ([name, rows]) => [name, rows as Readonly<Record<string, JsonValue>>] as const,
      ),
    ),
  );
}
