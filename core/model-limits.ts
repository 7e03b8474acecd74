import * as z from 'zod';

/** Configured limits of one provider's model; all workers of a store share them. */
export const limitSettingsSchema = z.strictObject({
  /** @default no limit */
  requestsPerMinute: z.number().positive().optional(),
  /** Input and output tokens together. @default no limit */
  tokensPerMinute: z.number().positive().optional(),
  /** Maximum number of calls in flight. */
  inFlight: z.int().positive().default(50),
  /** Calls in flight that a worker starts with; each answer allows one more, up to `inFlight`. */
  startInFlight: z.int().positive().default(20),
  /**
   * Maximum retries of a call after transport failures, over all executions of a run. After that, its item is
   * quarantined if the model answers other calls; if it answers none, the run pauses.
   */
  retries: z.int().nonnegative().default(8),
  /** Minutes without any answer of a model that has answered before, after which the run pauses. */
  outageMinutes: z.number().nonnegative().default(10),
  /** Delay before the first retry; doubled for each further one. */
  backoffMs: z.number().positive().default(1_000),
  backoffMaxMs: z.number().positive().default(60_000),
});
export type LimitSettings = z.infer<typeof limitSettingsSchema>;

/** Time in milliseconds that calls in flight get to reach the ledger when work is stopped. */
export const DRAIN_MS = 30_000;
