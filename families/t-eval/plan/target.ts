import type { RunTools } from '../../../core/t-eval/annotation.js';
import { candidatesSoFar } from '../../../stages/t-eval/candidates.js';
import { TOOLS_DOCUMENT } from '../../../store/documents.js';
import type { NewRun, Run } from '../../../store/runs.js';
import type { Store } from '../../../store/store.js';
import { promptsAsWorkItems } from '../resolve/resolve-run.js';
import { expectedCandidates, plannedCandidates } from './candidates.js';
import { parseJson } from '../../../core/json.js';

/** A run as counted by `plan`: if a number of paths is set, with the expected number of candidates. */
export async function withExpected(asked: NewRun<'t-eval'>, home: Store): Promise<NewRun<'t-eval'>> {
  const { frozen, documents } = asked;
  const expected = await expectedCandidates(home, frozen);
  if (expected === undefined) return asked;
  const { text = '{"tools":[]}' } = documents.find(({ kind }) => kind === TOOLS_DOCUMENT.kind) ?? {};
  const { target: _, ...settings } = { ...frozen.settings, queries: plannedCandidates(expected) };
  return {
    ...asked,
    workItems: promptsAsWorkItems((parseJson(text) as RunTools).tools, settings, frozen.seed),
  };
}

/** Progress of a run with a target, as text. */
export async function targetLeft(store: Store, { runId, frozen }: Run<'t-eval'>): Promise<string[]> {
  const { target } = frozen.settings;
  if (target === undefined) return [];
  const { made, passing } = await candidatesSoFar(store, runId);
  return [
    `  ${passing} of ${target.accepted} paths so far, by ${made} of at most ${target.candidates} candidates; rounds that may follow are not counted`,
  ];
}
