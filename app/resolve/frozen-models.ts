import { rehearsedRoles, type FrozenModels, type ServedModel } from '../../core/model-config.js';
import type { ROLES } from '../../core/model-call.js';
import type { Family } from '../../core/run.js';
import { stageEpoch } from '../../store/ledger/epochs.js';
import type { Store } from '../../store/store.js';
import type { Context } from '../context.js';
import { servedModel } from '../models/served-model.js';

/** What a run asks models for. */
export interface ModelRequirements {
  readonly family: Family;
  readonly stage: string;
  readonly roles: readonly (typeof ROLES)[number][];
  /** Stand-in answers instead of a model's. */
  readonly rehearsal: boolean;
  /** In batches where that can be. */
  readonly batch?: boolean;
  /** Other stages that ask. */
  readonly moreStages?: readonly string[];
  /** Of an export that is made anew: its models stay, and so do the epochs of its stages. */
  readonly before?: FrozenModels | undefined;
}

/** Whom a rehearsal asks where no model is configured. */
const NOBODY: ServedModel = { provider: 'rehearsal', model: 'rehearsal', sampling: {} };

/** The models that a new run freezes: of its roles as configured, with the stage's epoch. @throws CONFIG_INVALID */
export async function frozenModels(
  context: Context,
  store: Store,
  { family, stage, roles, rehearsal, batch = false, moreStages = [], before }: ModelRequirements,
): Promise<FrozenModels> {
  const modelOf = (role: (typeof ROLES)[number]): ServedModel =>
    before?.roles[role] ??
    (rehearsal ? (context.config.models.roles[role] ?? NOBODY) : servedModel(context, role));
  const served = Object.fromEntries(roles.map((role) => [role, modelOf(role)]));
  const epochs: Record<string, number> = {};
  for (const one of [stage, ...moreStages])
    epochs[one] = before?.epochs[one] ?? (await stageEpoch(store, family, one));
  return {
    roles: rehearsal ? rehearsedRoles(served) : served,
    epochs,
    rehearsal,
    batch,
  };
}
