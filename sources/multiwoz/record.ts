import * as z from 'zod';

/**
 * The records of MultiWOZ (formats/sources.md 2). Only what the conversion reads is checked; other keys may be there.
 * 2.1, 2.3 and 2.4 have a log with the state on system turns, 2.2 has turns with frames as SGD has them.
 */

/** `Hotel-Inform` -> [slot, value] pairs; turns without any have a text instead. */
const actsSchema = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])));
export type RecordedActs = z.infer<typeof actsSchema>;
const annotated = z.union([actsSchema, z.string().transform((): RecordedActs => ({}))]);

/** Values are texts; 2.3 has lists of them in places. */
const slotValue = z.union([z.string(), z.array(z.string()).transform((values) => values.join('|'))]);

const domainState = z.object({
  semi: z.record(z.string(), slotValue),
  book: z.object({ booked: z.array(z.record(z.string(), z.string())).default([]) }).catchall(slotValue),
});

export const logDialogue = z.object({
  /** A key a domain; those that are no part of the goal are empty. */
  goal: z.record(z.string(), z.unknown()).default({}),
  log: z.array(
    z.object({
      text: z.string(),
      metadata: z.record(z.string(), domainState),
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
            .object({ active_intent: z.string(), slot_values: z.record(z.string(), z.array(z.string())) })
            .optional(),
        }),
      ),
    }),
  ),
});
export type TurnsDialogue = z.infer<typeof turnsDialogue>;

/** Of 2.2: the acts of a dialogue by turn id. */
export const dialogueActs = z.record(z.string(), z.object({ dialog_act: annotated }));
