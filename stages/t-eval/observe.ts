import { canonicalJson, type JsonValue } from '../../core/canonical.js';
import type { DraftQuery, Observation, PastCall } from '../../core/t-eval/annotation.js';
import { ANNOTATE_STAGE } from '../../core/t-eval/run.js';
import type { CallContext } from '../../llm/asking/call-model.js';
import type { ModelAccess } from '../../llm/asking/model-access.js';
import { simulateResponse } from '../../prompts/t-eval/simulate-response.js';
import { plannedFault } from '../../transforms/t-eval/faults.js';
import type { OfferedApi } from '../../transforms/t-eval/offered.js';
import type { TEvalContext } from './context.js';
import type { Failed } from './failed.js';

/** A call that the executor is to carry out. */
export interface CallToMake {
  readonly api: OfferedApi;
  readonly args: Readonly<Record<string, JsonValue>>;
  /** The step's place in the path and the attempt's in the step, from 0. */
  readonly step: number;
  readonly attempt: number;
}

/** What came back, and the call as it was carried out. */
export interface Observed {
  readonly ok: true;
  readonly args: CallToMake['args'];
  readonly observation: Observation;
  readonly keys: readonly string[];
  readonly bought: number;
}

const WITH = { keys: [], bought: 0 } as const;

/**
 * A simulated observation: made from the API's return data by the role `simulator`, consistent with what the dialogue has
 * seen (the same call gets the same answer), or one that goes wrong, as the rates have it.
 */
export async function simulate(
  access: ModelAccess,
  context: TEvalContext,
  { draft, past, call: made }: { draft: DraftQuery; past: readonly PastCall[]; call: CallToMake },
  call: CallContext,
): Promise<Observed | Failed> {
  const { api, step, attempt } = made;
  const fault = plannedFault(context.settings, made, {
    ...{ seed: context.seed, itemId: draft.itemId, step, attempt },
  });
  const { kind, args } = fault;
  if (fault.response !== undefined)
    return { ok: true, args, observation: { response: fault.response, by: 'rule', kind }, ...WITH };
  const succeeded = past.filter(({ observation }) => observation.kind === 'A');
  const same = succeeded.find(
    (one) => one.name === api.name && canonicalJson(one.args) === canonicalJson(args),
  );
  if (kind === 'A' && same) return { ok: true, args, observation: same.observation, ...WITH };
  const asked: 'A' | 'D' | 'E' = kind === 'D' || kind === 'E' ? kind : 'A';
  const found = await context.ask(
    access,
    {
      prompt: simulateResponse,
      role: 'simulator',
      stage: ANNOTATE_STAGE,
      input: {
        api: JSON.stringify(api),
        args: JSON.stringify(args),
        query: draft.query,
        history: succeeded.map((one) => ({
          call: `${one.name} ${JSON.stringify(one.args)}`,
          response: JSON.stringify(one.observation.response),
        })),
        kind: asked,
      },
    },
    call,
  );
  if (!found.ok) return { ...found, who: 'simulator' };
  const { keys, bought, value } = found;
  return { ok: true, args, observation: { response: value.response, by: 'simulator', kind }, keys, bought };
}
