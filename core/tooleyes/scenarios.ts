import * as z from 'zod';

/** A scenario: who asks for what, with the categories of tools that serve it. */
export const scenarioSchema = z.strictObject({
  /** `TG`. */
  key: z.string().regex(/^[A-Za-z0-9_]+$/, 'expected letters, digits and underscores'),
  title: z.string().min(1),
  categories: z.array(z.string().min(1)),
  /** Number of queries to write. */
  target: z.int().nonnegative(),
});
export type Scenario = z.infer<typeof scenarioSchema>;

/** Scenarios of a run: published ones, others, or both. */
export const scenariosSchema = z
  .array(scenarioSchema)
  .min(1)
  .superRefine((scenarios, context) => {
    const seen = new Set<string>();
    for (const [at, { key }] of scenarios.entries()) {
      if (seen.has(key))
        context.addIssue({ code: 'custom', path: [at, 'key'], message: `${key} is there twice` });
      seen.add(key);
    }
  });

const scenario = (key: string, title: string, target: number, categories: string): Scenario => ({
  key,
  title,
  categories: categories.split(' '),
  target,
});

/** The published scenarios in the paper's order (formats/tooleyes.md 1.1), 382 queries in all. */
export const PUBLISHED_SCENARIOS: readonly Scenario[] = [
  scenario('TG', 'text generation', 58, 'Advice Faker Joke Random Translation'),
  scenario('DU', 'data understanding', 49, 'Comparison NLP Predict Validation Word'),
  scenario('RS', 'real-time search', 56, 'Calendar News Paper Search Trend Weather'),
  scenario('AM', 'application manipulation', 45, 'Calculator Execute File Mail URL Zapier'),
  scenario('PL', 'personal life', 70, 'Entertainment Food Health Job Location Music Product Travel'),
  scenario(
    'IR',
    'information retrieval',
    54,
    'Animal Anti_Malware Art Competition Database Entity IP Social Vehicle',
  ),
  scenario('FT', 'financial transactions', 50, 'Finance Stock'),
];

/** Keys in the order of the published evaluator, which fails at any other key. */
export const EVALUATOR_SCENARIOS = ['TG', 'RS', 'DU', 'PL', 'AM', 'IR', 'FT'] as const;
export type EvaluatorScenario = (typeof EVALUATOR_SCENARIOS)[number];

/** Whether the published evaluator knows a scenario. */
export const isEvaluatorScenario = (key: string): key is EvaluatorScenario =>
  (EVALUATOR_SCENARIOS as readonly string[]).includes(key);

/** The scenario that a category belongs to. */
export const scenarioOfCategory = (scenarios: readonly Scenario[], category: string): Scenario | undefined =>
  scenarios.find(({ categories }) => categories.includes(category));
