import * as z from 'zod';
import type { JsonValue } from '../canonical.js';

/** Any JSON value. */
export const jsonSchema: z.ZodType<JsonValue> = z.json();
