import * as z from 'zod';
import { recordOf } from '../../core/own-record.js';

/**
 * Records of the Schema-Guided Dialogue corpus (formats/sources.md 1.1 and 1.2); only fields that the conversion reads
 * are checked.
 */
const slotSchema = z.object({
  name: z.string().min(1),
  description: z.string(),
  is_categorical: z.boolean(),
  possible_values: z.array(z.string()),
});

const intentSchema = z.object({
  name: z.string().min(1),
  description: z.string(),
  is_transactional: z.boolean(),
  required_slots: z.array(z.string()),
  optional_slots: recordOf(z.string()),
  result_slots: z.array(z.string()),
});

export const sgdSchemaFile = z.array(
  z.object({
    service_name: z.string().min(1),
    description: z.string(),
    slots: z.array(slotSchema),
    intents: z.array(intentSchema),
  }),
);
export type SgdSchema = z.infer<typeof sgdSchemaFile>;

const actionSchema = z.object({
  act: z.string(),
  slot: z.string(),
  values: z.array(z.string()),
  canonical_values: z.array(z.string()),
});

const values = recordOf(z.string());

const frameSchema = z.object({
  service: z.string(),
  actions: z.array(actionSchema),
  state: z.object({ active_intent: z.string() }).optional(),
  service_call: z.object({ method: z.string(), parameters: values }).optional(),
  service_results: z.array(values).optional(),
});
export type SgdFrame = z.infer<typeof frameSchema>;

export const sgdDialogue = z.object({
  dialogue_id: z.string().min(1),
  services: z.array(z.string()),
  turns: z.array(
    z.object({
      speaker: z.enum(['USER', 'SYSTEM']),
      utterance: z.string(),
      frames: z.array(frameSchema),
    }),
  ),
});
export type SgdDialogue = z.infer<typeof sgdDialogue>;
