import * as z from 'zod';
import { endpointOf, namedEndpoint, OWN_BASE_URL, type ReachedKind } from './endpoint.js';
import { PROVIDER_KINDS, ROLES, samplingSchema } from './model-call.js';
import { limitSettingsSchema } from './model-limits.js';
import { priceSchema } from './price.js';
import { rehearsalSettingsSchema } from './rehearsal.js';
import { recordOf } from './own-record.js';

/** How a provider is reached. The key itself is never in a file: `keyFrom` names the variable that holds it. */
const reached = (variable: string) =>
  z
    .strictObject({
      /** Another server that speaks the protocol (vLLM, Ollama, OpenRouter, …). @default the provider's own */
      baseUrl: z.url({ protocol: /^https?$/ }).optional(),
      /**
       * What identifies the server at `baseUrl` in runs and in the ledger's keys; the same name later means the same
       * server, wherever it is by then. @default origin and path of `baseUrl`
       */
      name: z
        .string()
        .regex(/^[\x21-\x7e]{1,200}$/, 'up to 200 visible characters without blanks')
        .optional(),
      keyFrom: z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable, not a key')
        .default(variable),
      /** For a whole call. */
      timeoutSeconds: z.number().positive().default(600),
    })
    .prefault({});

/** A model of the configuration and what it is asked with. */
const configuredSchema = z.strictObject({
  provider: z.enum(PROVIDER_KINDS),
  model: z.string().min(1),
  sampling: samplingSchema.prefault({}),
});

/** A model as a run froze it. */
export const servedSchema = configuredSchema.extend({
  /** Where it is asked (`endpointOf`). Mock models have none, nor have runs begun before endpoints were frozen. */
  endpoint: z.string().min(1).optional(),
});
export type ServedModel = z.infer<typeof servedSchema>;

/** Who is asked, as requests say it. */
export const askedModel = ({ provider, endpoint, model }: ServedModel) => ({
  provider,
  ...namedEndpoint(provider, endpoint),
  model,
});

const rolesSchema = z.partialRecord(z.enum(ROLES), servedSchema);
export type Roles = z.infer<typeof rolesSchema>;

/** The models that a run was begun with: reach, prices and limits are the worker's. */
export const frozenModelsSchema = z.strictObject({
  roles: rolesSchema,
  /** Epoch of each stage that asks: `--fresh STAGE` raises it. */
  epochs: recordOf(z.int().nonnegative()),
  /** Stand-in answers were asked for: nothing of this run is real. */
  rehearsal: z.boolean(),
  /** Calls go in batches where they can, at half the price and within a day. */
  batch: z.boolean(),
});
export type FrozenModels = z.infer<typeof frozenModelsSchema>;

/** What of it an export names: how calls were sent makes no difference to what was answered. */
export const answeredBySchema = frozenModelsSchema.omit({ batch: true });
export type AnsweredBy = z.infer<typeof answeredBySchema>;
export const answeredBy = ({ roles, epochs, rehearsal }: AnsweredBy): AnsweredBy => ({
  roles: mapRoles(roles, ({ endpoint, ...served }) => ({
    ...served,
    ...namedEndpoint(served.provider, endpoint),
  })),
  epochs,
  rehearsal,
});
/** The models of an export, for a run that is made after it: one without an endpoint was the provider's own. */
export const asFrozen = ({ roles, ...models }: AnsweredBy): FrozenModels => ({
  ...models,
  roles: mapRoles(roles, (served) =>
    isReached(served.provider) ? { endpoint: OWN_BASE_URL[served.provider], ...served } : served,
  ),
  batch: false,
});

const mapRoles = (roles: Roles, change: (served: ServedModel) => ServedModel): Roles =>
  Object.fromEntries(Object.entries(roles).map(([role, served]) => [role, change(served)]));

/** Whether a provider has servers; a mock has none. */
export const isReached = (provider: string): provider is ReachedKind =>
  provider === 'openai' || provider === 'anthropic';

/** Which model serves which role, and what its calls may take and cost: `models` of `temporal.config.ts`. */
export const modelConfigSchema = z
  .strictObject({
    openai: reached('OPENAI_API_KEY'),
    anthropic: reached('ANTHROPIC_API_KEY'),
    /** Stand-in answers of the provider `rehearsal`, which needs neither key nor network. */
    rehearsal: rehearsalSettingsSchema.prefault({}),
    roles: z.partialRecord(z.enum(ROLES), configuredSchema).default({}),
    /** By model name, in dollars a million tokens. Without one a cost is said to be unknown. */
    prices: recordOf(priceSchema).default({}),
    /** By `provider/model`. */
    limits: recordOf(
      limitSettingsSchema,
      z.string().regex(/^(openai|anthropic|rehearsal)\/./, 'PROVIDER/MODEL'),
    ).default({}),
  })
  .prefault({});
export type ModelConfig = z.infer<typeof modelConfigSchema>;

/** A configured model as a run freezes it. */
export const servedAt = (config: ModelConfig, { endpoint: _, ...served }: ServedModel): ServedModel =>
  isReached(served.provider)
    ? { ...served, endpoint: endpointOf(served.provider, config[served.provider]) }
    : served;

/**
 * The roles as a rehearsal asks them: of nobody, in the models' names, so that prices and counts are those of the real
 * run. The ledger's keys have the provider in them: a rehearsed answer never stands for a real one.
 */
export const rehearsedRoles = (roles: Roles): Roles =>
  mapRoles(roles, ({ endpoint: _, ...served }) => ({ ...served, provider: 'rehearsal' }));
