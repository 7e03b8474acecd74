import { seededRandom } from '../../core/random.js';
import type { ToolTalkSet } from '../../core/tooltalk/conversation.js';
import type { ToolTalkSettings } from '../../core/tooltalk/run.js';

/** What a model is asked for scenarios of: a work item of the stage `scenarios`. */
export interface ScenarioPrompt {
  /** `Alarm-Calendar-Weather-AddAlarm`; of easy ones `AddAlarm-easy`. */
  readonly id: string;
  readonly set: ToolTalkSet;
  readonly suites: readonly string[];
  /** The tool that each scenario needs. */
  readonly tool: string;
  /** Scenarios to write. */
  readonly count: number;
}

/** Suites of a hard scenario (paper, 3). */
export const SUITES_A_SCENARIO = 3;

/**
 * The prompts of a run: for easy conversations one for each tool; for hard ones subsets of three suites with a tool of
 * theirs, as many of each tool as of the others, drawn by the seed.
 * @param suites with their tools, in the order of the documents
 */
export function scenarioPrompts(
  suites: readonly { readonly name: string; readonly tools: readonly string[] }[],
  {
    scenarios,
    easy,
    scenariosAPrompt: count,
  }: Pick<NonNullable<ToolTalkSettings['generate']>, 'scenarios' | 'easy' | 'scenariosAPrompt'>,
  seed: number,
): readonly ScenarioPrompt[] {
  const tools = suites.flatMap((suite) => suite.tools.map((tool) => ({ tool, suite: suite.name })));
  const easyOnes: ScenarioPrompt[] =
    easy === 0
      ? []
      : tools.map(({ tool, suite }) => ({
          ...{ id: `${tool}-easy`, set: 'easy', suites: [suite], tool, count: easy },
        }));
  const subsets = subsetsOf(
    suites.map(({ name }) => name),
    SUITES_A_SCENARIO,
  );
  const queues = tools.map(({ tool, suite }) =>
    seededRandom(seed, 'scenario subsets', tool).sample(
      subsets.filter((names) => names.includes(suite)),
      subsets.length,
    ),
  );
  const hard: ScenarioPrompt[] = [];
  const wanted = Math.ceil(scenarios / count);
  for (let round = 0; hard.length < wanted; round += 1) {
    const before = hard.length;
    for (const [at, { tool }] of tools.entries()) {
      const names = queues[at]?.[round];
      if (names === undefined || hard.length >= wanted) continue;
      hard.push({ id: `${names.join('-')}-${tool}`, set: 'tooltalk', suites: names, tool, count });
    }
    if (hard.length === before) break;
  }
  return [...easyOnes, ...hard];
}

/** All subsets of a size, in the order of the names. */
const subsetsOf = (names: readonly string[], size: number): string[][] =>
  size === 0
    ? [[]]
    : names.flatMap((name, at) => subsetsOf(names.slice(at + 1), size - 1).map((rest) => [name, ...rest]));

/** A scenario with its place. */
export interface WrittenScenario {
  /** `Alarm-Calendar-Weather-AddAlarm/0`. */
  readonly id: string;
  readonly prompt: ScenarioPrompt;
  readonly scenario: string;
  /** Tools in the order in which its author expects them. */
  readonly calls: readonly string[];
}

/** A scenario that no conversation is held about, and why. */
export interface LeftScenario {
  readonly id: string;
  readonly prompt: ScenarioPrompt;
  readonly reason: 'near-duplicate' | 'more than asked for';
}

/**
 * Chooses scenarios evenly over tools: those that say what an earlier one says are left out, and of the hard ones those
 * beyond the number asked for.
 * @param all in the order of the prompts
 */
export function chosenScenarios(
  all: readonly WrittenScenario[],
  scenarios: number,
): { readonly chosen: readonly WrittenScenario[]; readonly left: readonly LeftScenario[] } {
  const left: LeftScenario[] = [];
  const known = new Set<string>();
  const fresh = all.filter(({ id, prompt, scenario }) => {
    const words =
      scenario
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(' ') ?? '';
    if (!known.has(words)) return Boolean(known.add(words));
    left.push({ id, prompt, reason: 'near-duplicate' });
    return false;
  });
  const queues = new Map<string, WrittenScenario[]>();
  for (const one of fresh.filter(({ prompt }) => prompt.set === 'tooltalk'))
    queues.set(one.prompt.tool, [...(queues.get(one.prompt.tool) ?? []), one]);
  const most = Math.max(0, ...[...queues.values()].map(({ length }) => length));
  const evenly = Array.from({ length: most }, (_, round) =>
    [...queues.values()].flatMap((queue) => queue.slice(round, round + 1)),
  ).flat();
  for (const { id, prompt } of evenly.slice(scenarios))
    left.push({ id, prompt, reason: 'more than asked for' });
  const taken = new Set(evenly.slice(0, scenarios).map(({ id }) => id));
  return { chosen: fresh.filter(({ id, prompt }) => prompt.set === 'easy' || taken.has(id)), left };
}
