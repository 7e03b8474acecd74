import * as z from 'zod';
import { recordOf } from '../../core/own-record.js';
import { isNested } from '../../core/json.js';

/**
 * Records of MultiWOZ (formats/sources.md 2); only fields that the conversion reads are checked. 2.1, 2.3 and 2.4 have
 * a log with the state on system turns, 2.2 has SGD-like turns with frames.
 */

/** `Hotel-Inform` -> [slot, value] pairs; turns without acts have a string instead. */
const actsSchema = recordOf(z.array(z.tuple([z.string(), z.string()])));
export type RecordedActs = z.infer<typeof actsSchema>;
const annotated = z.union([actsSchema, z.string().transform((): RecordedActs => ({}))]);

/** Values are strings; 2.3 has some lists. */
const slotValue = z.union([z.string(), z.array(z.string()).transform((values) => values.join('|'))]);

/** Bookings; the same object also has the requested slots, under any name. */
const bookSchema = z
  .unknown()
  .transform((book) => {
    if (!isNested(book)) return book;
    const { booked, ...asked } = book as Readonly<Record<string, unknown>>;
    return { booked, asked };
  })
  .pipe(z.object({ booked: z.array(recordOf(z.string())).default([]), asked: recordOf(slotValue) }));

const domainState = z.object({
  semi: recordOf(slotValue),
  book: bookSchema,
});

export const logDialogue = z.object({
  /** One key per domain; domains outside the goal are empty. */
  goal: recordOf(z.unknown()).default({}),
  log: z.array(
    z.object({
      text: z.string(),
      metadata: recordOf(domainState),
      dialog_act: annotated.default({}),
    }),
  ),
});
export type LogDialogue = z.infer<typeof logDialogue>;

export const turnsDialogue = z.object({
  dialogue_id: z.string().min(1),
  services: z.array(z.string()),
  turns: z.array(
    z.object({
      turn_id: z.string(),
      speaker: z.enum(['USER', 'SYSTEM']),
      utterance: z.string(),
      frames: z.array(
        z.object({
          service: z.string(),
          state: z
            .object({ active_intent: z.string(), slot_values: recordOf(z.array(z.string())) })
            .optional(),
        }),
      ),
    }),
  ),
});
export type TurnsDialogue = z.infer<typeof turnsDialogue>;

/** 2.2 only: a dialogue's acts by turn id. */
export const dialogueActs = recordOf(z.object({ dialog_act: annotated }));
