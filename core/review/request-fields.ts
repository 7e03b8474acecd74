import * as z from 'zod';

/** Free text entered by a user. */
export const typedText = z.string().max(20_000);
/** Chosen by the client: requests with the same key are the same action, performed once. */
export const idempotencyKey = z.string().regex(/^[\w.:-]{8,100}$/);
