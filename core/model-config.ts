import * as z from 'zod';
import { ROLES, samplingSchema } from './model-call.js';
import { limitSettingsSchema } from './model-limits.js';
import { priceSchema } from './price.js';

/** How a provider is reached. The key itself is never in a file: `keyFrom` names the variable that holds it. */
const reached = (variable: string) =>
  z
    .strictObject({
      /** Another server that speaks the protocol (vLLM, Ollama, OpenRouter, …). @default the provider's own */
      baseUrl: z.url({ protocol: /^https?$/ }).optional(),
      keyFrom: z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable, not a key')
        .default(variable),
      /** For a whole call. */
      timeoutSeconds: z.number().positive().default(600),
    })
    .prefault({});

/** Which model serves which role, and what its calls may take and cost: `models` of `temporal.config.ts`. */
export const modelConfigSchema = z
  .strictObject({
    openai: reached('OPENAI_API_KEY'),
    anthropic: reached('ANTHROPIC_API_KEY'),
    roles: z
      .partialRecord(
        z.enum(ROLES),
        z.strictObject({
          provider: z.enum(['openai', 'anthropic']),
          model: z.string().min(1),
          sampling: samplingSchema.prefault({}),
        }),
      )
      .default({}),
    /** By model name, in dollars a million tokens. Without one a cost is said to be unknown. */
    prices: z.record(z.string(), priceSchema).default({}),
    /** By `provider/model`. */
    limits: z
      .record(z.string().regex(/^(openai|anthropic)\/./, 'PROVIDER/MODEL'), limitSettingsSchema)
      .default({}),
  })
  .prefault({});
export type ModelConfig = z.infer<typeof modelConfigSchema>;
