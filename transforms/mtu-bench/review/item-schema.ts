import * as z from 'zod';
import { jsonSchema } from '../../../core/review/json.js';
import { REMEDIES, type Item } from '../../../core/mtu-bench/item.js';
import { recordOf } from '../../../core/own-record.js';

const origin = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('stated'),
    turn: z.int(),
    slot: z.string(),
    canonical: jsonSchema.exactOptional(),
    remedy: z.enum(REMEDIES).exactOptional(),
    span: z.tuple([z.int().min(0), z.int().min(0)]).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('inherited'),
    turn: z.int(),
    tool: z.string(),
    resultSlot: z.string(),
    said: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('offered'), turn: z.int(), slot: z.string() }),
  z.strictObject({ kind: z.literal('default') }),
  z.strictObject({ kind: z.literal('unknown') }),
]);

/** Surrounding white space is kept here: it is only removed from texts that a reviewer changed. */
const text = z.string().regex(/\S/, 'expected a text, found nothing');

/** An edited turn: texts, gold calls and results. Derived fields are recomputed. */
const turnSchema = z.looseObject({
  index: z.int().min(0),
  user: text,
  thought: z.looseObject({ text: z.string() }),
  calls: z.array(
    z.looseObject({
      tool: z.string().min(1),
      member: z.string().optional(),
      arguments: recordOf(jsonSchema),
      origins: recordOf(origin).optional(),
    }),
  ),
  observation: jsonSchema,
  response: text,
});

/** Fields read from an edited MTU-Bench item; the rest comes from the shown one. */
export const editedItemSchema = z.looseObject({ turns: z.array(turnSchema).min(1) });
export type EditedTurn = z.infer<typeof turnSchema>;

/** Stored contents are trusted. */
export const itemFromContent = (content: unknown): Item => content as Item;
