import * as z from 'zod';
import type { JsonValue } from '../canonical.js';
import { jsonSchema, recordOf } from '../own-record.js';

const row = recordOf(jsonSchema);
const rowsOfKeys = recordOf(recordOf(row));

/** Schemas of ToolTalk's databases: accounts are rows, all others tables of rows (formats/tooltalk.md 2). */
export const databaseSchemas = {
  Account: recordOf(
    z
      .object({
        username: z.string(),
        email: z.string(),
        phone: z.string().nullable(),
        name: z.string().nullable(),
        password: z.string(),
        session_token: z.string().nullable(),
      })
      .catchall(jsonSchema),
  ),
  Alarm: rowsOfKeys,
  Calendar: rowsOfKeys,
  Email: rowsOfKeys,
  HistoricWeather: rowsOfKeys,
  Message: rowsOfKeys,
  Reminder: rowsOfKeys,
  Weather: rowsOfKeys,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** A database's content as it is in its file. */
export type ToolTalkDatabase = Readonly<Record<string, JsonValue>>;

/** Fields whose numbers Python writes as floats: `3.0`, which JavaScript's JSON parser reads as 3. */
export const FLOAT_FIELDS: ReadonlySet<string> = new Set(['avg_rainfall']);

const parameter = z.looseObject({
  type: z.string(),
  description: z.string().optional(),
  required: z.boolean(),
});

/** Tool documents (formats/tooltalk.md 3). */
export const toolDocumentsSchema = z.looseObject({
  suites: z.array(z.looseObject({ name: z.string(), description: z.string(), tools: z.array(z.string()) })),
  tools: z.array(
    z.looseObject({
      suite: z.string(),
      name: z.string().min(1),
      description: z.string(),
      parameters: recordOf(parameter),
      output: recordOf(jsonSchema),
      is_action: z.boolean(),
      requires_auth: z.boolean(),
      database: z.string().nullable(),
    }),
  ),
});
export type ToolTalkDocuments = z.infer<typeof toolDocumentsSchema>;
