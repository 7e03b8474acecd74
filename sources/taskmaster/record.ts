import * as z from 'zod';
import { jsonSchema, recordOf } from '../../core/own-record.js';

/** Records of the TaskMaster corpora (formats/sources.md 3); only fields that the conversion reads are checked. */
const speaker = z
  .string()
  .transform((name) => name.toLowerCase())
  .pipe(z.enum(['user', 'assistant']));

/** An annotated segment of an utterance: `restaurant_reservation.name.restaurant.accept`, `name.movie`. */
const segmentSchema = z.object({
  text: z.string(),
  annotations: z.array(z.object({ name: z.string().min(1) })).default([]),
});

const values = recordOf(jsonSchema);

/** TM-1, TM-2 (no calls) and TM-3 (`apis` on the user utterance that triggered them). */
export const segmentedDialogue = z.object({
  conversation_id: z.string().min(1),
  vertical: z.string().optional(),
  utterances: z.array(
    z.object({
      speaker,
      text: z.string(),
      segments: z.array(segmentSchema).default([]),
      apis: z.array(z.object({ name: z.string().min(1), args: values, response: values })).default([]),
    }),
  ),
});
export type SegmentedDialogue = z.infer<typeof segmentedDialogue>;

/** TM-4: a call is four annotations linked by `api_call_<k>` and `api_response_<k>`; values are JSON strings. */
export const annotatedDialogue = z.object({
  conversation_id: z.string().min(1),
  vertical: z.string().min(1),
  utterances: z.array(
    z.object({
      speaker,
      text: z.string(),
      annotations: z
        .array(z.object({ name: z.string(), value: z.string(), context: z.string() }))
        .default([]),
    }),
  ),
});
export type AnnotatedDialogue = z.infer<typeof annotatedDialogue>;
export type UtteranceAnnotation = AnnotatedDialogue['utterances'][number]['annotations'][number];

/** A reward row of TM-3 or TM-4: `context` and `generation` are JSON strings of steps. */
export const rewardRow = z.object({
  conversation_id: z.string().min(1),
  context: z.string(),
  generation: z.string(),
  reward: z.number(),
});

/** A step of a reward row. An `api` with several calls makes them in key order. */
export const rewardStep = z.union([
  z.object({ role: z.enum(['user', 'agent']), text: z.string() }),
  z.object({ role: z.literal('agent'), api: recordOf(values) }),
  z.object({ role: z.literal('api'), response: recordOf(values) }),
]);
export type RewardStep = z.infer<typeof rewardStep>;
