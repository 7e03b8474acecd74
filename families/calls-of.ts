import type { StageCall } from '../llm/batches/batch-access.js';
import { streamSubjects } from '../store/stages/subjects.js';
import type { StageDeps } from '../stages/map-stage.js';
import { mapStageOf } from './stages.js';

/** The first calls of each subject that a map stage has left to do: what batches are made of. */
export async function* callsOf(deps: StageDeps, runId: string, stage: string): AsyncGenerator<StageCall> {
  const opened = await (await mapStageOf(deps.store, runId, stage))(deps, runId);
  for await (const { subject, input, result } of streamSubjects(deps.store, runId, stage)) {
    if (result !== undefined) continue;
    const use = { runId, stage, subject };
    for (const call of await opened.firstCalls({ input })) yield { ...call, use };
  }
}
