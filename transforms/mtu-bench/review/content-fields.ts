import * as z from 'zod';
import type { JsonValue } from '../../../core/canonical.js';
import type { ContentField, ContentFields } from '../../../core/review/kind.js';
import { jsonSchema, recordOf } from '../../../core/own-record.js';

/** The compared part of an MTU-Bench item (core/mtu-bench/item.ts). */
const mtuBench = z.looseObject({
  turns: z.array(
    z.looseObject({
      calls: z.array(z.looseObject({ tool: z.string(), arguments: recordOf(jsonSchema) })),
      thought: z.looseObject({ text: z.string() }),
      response: z.string(),
    }),
  ),
});

/** Fields of an item. */
export const mtuBenchFields: ContentFields = (content) => {
  const { turns } = mtuBench.parse(content);
  const each = (field: string, pick: (turn: (typeof turns)[number]) => JsonValue): ContentField[] =>
    turns.map((one, turn) => ({ field, turn, value: pick(one) }));
  return [
    ...each('tools', ({ calls }) => calls.map(({ tool }) => tool)),
    ...each('arguments', ({ calls }) => calls.map((call) => call.arguments)),
    ...each('thought', ({ thought }) => thought.text),
    ...each('response', ({ response }) => response),
  ];
};
