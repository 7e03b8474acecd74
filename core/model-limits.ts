import * as z from 'zod';

/** Limits of one provider's model, as the configuration names them; all workers of a store share them. */
export const limitSettingsSchema = z.strictObject({
  /** @default no limit */
  requestsPerMinute: z.number().positive().optional(),
  /** Input and output together. @default no limit */
  tokensPerMinute: z.number().positive().optional(),
  /** Calls in flight at once. */
  inFlight: z.int().positive().default(50),
  /** Calls that a worker begins with; each answer allows one more, until `inFlight`. */
  startInFlight: z.int().positive().default(20),
  /**
   * How often one call is sent again after a transport fault, counted over all starts of a run. Then its item is
   * quarantined if the model answers others meanwhile; if it answers none, the run pauses.
   */
  retries: z.int().nonnegative().default(8),
  /** Minutes without any answer that a model which has answered before may take before the run pauses. */
  outageMinutes: z.number().nonnegative().default(10),
  /** The first wait before sending again; it doubles each time. */
  backoffMs: z.number().positive().default(1_000),
  backoffMaxMs: z.number().positive().default(60_000),
});
export type LimitSettings = z.infer<typeof limitSettingsSchema>;

/** Calls in flight are given this long to reach the ledger once no new ones are begun, in milliseconds. */
export const DRAIN_MS = 30_000;
