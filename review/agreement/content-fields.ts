import * as z from 'zod';
import type { JsonValue } from '../../core/canonical.js';

/** A part of a content that can be compared by itself: one value a field and turn. */
export type TurnFields = Readonly<Record<string, JsonValue>>;

/** How a family's contents fall into fields, turn by turn. */
export type ContentFields = (content: JsonValue) => readonly TurnFields[];

/** As much of an item of MTU-Bench (core/item.ts) as is compared. */
const mtuBench = z.looseObject({
  turns: z.array(
    z.looseObject({
      calls: z.array(z.looseObject({ tool: z.string(), arguments: z.record(z.string(), z.json()) })),
      thought: z.looseObject({ text: z.string() }),
      response: z.string(),
    }),
  ),
});

const mtuBenchFields: ContentFields = (content) =>
  mtuBench.parse(content).turns.map(({ calls, thought, response }) => ({
    tools: calls.map(({ tool }) => tool),
    arguments: calls.map((call) => call.arguments),
    thought: thought.text,
    response,
  }));

/** By family; a family without one is compared by verdict and reason alone. */
export const CONTENT_FIELDS: Readonly<Record<string, ContentFields>> = { 'mtu-bench': mtuBenchFields };
