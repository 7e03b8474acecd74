import type { AnsweredBy } from '../../core/model-config.js';

/** The models by role, or that none was used. */
export const describeModels = ({ rehearsal, roles }: AnsweredBy): string =>
  rehearsal === true
    ? 'mock models (mock run)'
    : Object.entries(roles)
        .map(([role, { provider, model }]) => `${role}: ${model} (${provider})`)
        .join('; ');
