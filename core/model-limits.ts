import * as z from 'zod';

/** Limits of one provider's model, as the configuration names them; all workers of a store share them. */
export const limitSettingsSchema = z.strictObject({
  /** @default no limit */
  requestsPerMinute: z.number().positive().optional(),
  /** Input and output together. @default no limit */
  tokensPerMinute: z.number().positive().optional(),
  /** Calls on the wire at once. */
  inFlight: z.int().positive().default(50),
  /** Calls that a worker begins with; each answer allows one more. TCP begins with 10 for the same reason (RFC 6928). */
  startInFlight: z.int().positive().default(10),
  /** How often one call is sent again after a transport fault before the run pauses. */
  retries: z.int().nonnegative().default(8),
  /** The first wait before sending again; it doubles each time. */
  backoffMs: z.number().positive().default(1_000),
  backoffMaxMs: z.number().positive().default(60_000),
});
export type LimitSettings = z.infer<typeof limitSettingsSchema>;
