import * as z from 'zod';
import { jsonSchema } from '../../../core/review/json.js';
import type { Item } from '../../../core/mtu-bench/item.js';

const origin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stated'), turn: z.int(), slot: z.string() }),
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

const text = z.string().trim().min(1, 'a text is expected');

/** A turn as somebody edits it: its words, its gold calls and what they gave. What follows from these is made anew. */
const turnSchema = z.looseObject({
  index: z.int().min(0),
  user: text,
  thought: z.looseObject({ text: z.string().trim() }),
  calls: z.array(
    z.looseObject({
      tool: z.string().min(1),
      member: z.string().optional(),
      arguments: z.record(z.string(), jsonSchema),
      origins: z.record(z.string(), origin).optional(),
    }),
  ),
  observation: jsonSchema,
  response: text,
});

/** What is read of an edited item of MTU-Bench; the rest of it is taken from the item that was shown. */
export const editedItemSchema = z.looseObject({ turns: z.array(turnSchema).min(1) });
export type EditedTurn = z.infer<typeof turnSchema>;

/** Items come out of the store, where we put them. */
export const itemFromContent = (content: unknown): Item => content as Item;
