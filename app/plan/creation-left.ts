import { proposedTools } from '../../stages/mtu-bench/creation/gather-tools.js';
import type { CreatedValue } from '../../stages/mtu-bench/creation/create-stage.js';
import { CALLING, CREATE_STAGE, DOCUMENT_STAGE, SYNTHESIZE_STAGE } from '../../core/mtu-bench/creation.js';
import { DOCUMENTED_TOOLS, hasDocument, PROPOSED_CATALOGUE } from '../../store/documents.js';
import type { Run } from '../../store/runs.js';
import { stageSoFar } from '../../store/stages/subject-counts.js';
import { streamSubjects } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';

/** What a run that creates has left to do, as far as it is known by now. */
export interface CreationLeft {
  /** Dialogues that nobody has looked at yet: what they take is not known. */
  readonly unseen: number;
  /** Whether the questions for documents are known word by word. */
  readonly documenting: boolean;
  /** Else: tools that will be documented if clustering joins none of them. */
  readonly tools: number;
  /** Whether tools can still come of the dialogues that nobody has looked at. */
  readonly gathered: boolean;
  /** Turns that are answered by calls, in dialogues that are looked at and not synthesized. */
  readonly turns: number;
  /** Calls that these have bought. */
  readonly bought: number;
}

/** Looks through what a run has made of its dialogues of words alone; undefined where it has not come to them. */
export async function creationLeft(store: Store, run: Run<'mtu-bench'>): Promise<CreationLeft | undefined> {
  const { runId } = run;
  if ((await stageSoFar(store, runId, CREATE_STAGE)).subjects === 0) return undefined;
  const has = (place: Parameters<typeof hasDocument>[2]): Promise<boolean> =>
    hasDocument(store.db.read, runId, place);
  const documenting =
    (await stageSoFar(store, runId, DOCUMENT_STAGE)).subjects > 0 || (await has(DOCUMENTED_TOOLS));
  const synthesis = await stageSoFar(store, runId, SYNTHESIZE_STAGE);
  const open = new Set<string>();
  for await (const { subject, result } of streamSubjects(store, runId, SYNTHESIZE_STAGE))
    if (result === undefined) open.add(subject);
  let [unseen, turns] = [0, 0];
  for await (const { subject, result } of streamSubjects(store, runId, CREATE_STAGE)) {
    if (result === undefined) unseen += 1;
    // Where synthesis has begun, who is not among its subjects is settled, or has no tool.
    if (result?.outcome !== 'done' || (synthesis.subjects > 0 && !open.has(subject))) continue;
    const { turns: situated } = result.value as CreatedValue;
    turns += situated.filter(({ situation }) => situation === CALLING).length;
  }
  return {
    ...{ unseen, documenting, turns, bought: synthesis.openCalls },
    tools: documenting ? 0 : (await proposedTools(store, run)).counts.tools,
    gathered: await has(PROPOSED_CATALOGUE),
  };
}
