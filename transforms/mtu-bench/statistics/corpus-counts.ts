import type { Dialogue, RecordedCall } from '../../../core/dialogue.js';
import type { CorpusCounts } from '../../../core/mtu-bench/run.js';
import { catalogueKey, type Catalogue } from '../tools/catalogue.js';
import { ownPart } from '../../../core/own-part.js';
import { putPart } from '../../../core/own-record.js';

/** Zero counts. */
export const emptyCounts = (): CorpusCounts => ({
  dialogues: 0,
  turns: 0,
  userTurns: 0,
  calls: 0,
  transactionalCalls: 0,
  parameters: 0,
  callsLackingRequired: 0,
  undefinedParameters: 0,
  callsPerDialogue: {},
  toolsPerDialogue: {},
  servicesPerDialogue: {},
  firstCallTurn: {},
  resultLengths: {},
});

/** Counts of one dialogue as read, before checks (the rows of formats/sources.md 7.1). */
export function countDialogue(dialogue: Dialogue, source: string, catalogue: Catalogue): CorpusCounts {
  const counts = emptyCounts();
  const calls = dialogue.turns.flatMap((turn) => turn.system.calls);
  const first = dialogue.turns.findIndex((turn) => turn.system.calls.length > 0);
  counts.dialogues = 1;
  counts.turns = dialogue.turns.length * 2;
  counts.userTurns = dialogue.turns.length;
  counts.calls = calls.length;
  for (const call of calls) countCall(counts, call, source, dialogue.split, catalogue);
  bump(counts.callsPerDialogue, upTo(5, calls.length));
  bump(counts.toolsPerDialogue, String(new Set(calls.map((call) => `${call.service}.${call.method}`)).size));
  bump(counts.servicesPerDialogue, String(dialogue.services.length));
  if (first >= 0) bump(counts.firstCallTurn, upTo(4, first + 1));
  return counts;
}

function countCall(
  counts: CorpusCounts,
  call: RecordedCall,
  source: string,
  split: string,
  catalogue: Catalogue,
): void {
  const tool = ownPart(
    catalogue.tools,
    ownPart(catalogue.ids, catalogueKey(source, split, call.service, call.method)) ?? '',
  );
  const parameters = Object.keys(call.parameters);
  counts.parameters += parameters.length;
  bump(counts.resultLengths, resultLength(call.results?.length));
  if (!tool) return;
  if (tool.transactional) counts.transactionalCalls++;
  if (tool.required.some((parameter) => !Object.hasOwn(call.parameters, parameter)))
    counts.callsLackingRequired++;
  counts.undefinedParameters += parameters.filter(
    (name) => !tool.required.includes(name) && !Object.hasOwn(tool.optional, name),
  ).length;
}

function resultLength(length: number | undefined): string {
  if (length === undefined) return 'not known';
  return length >= 10 ? '10+' : length >= 2 ? '2-9' : String(length);
}

/** Adds `more` to `sum` in place. */
export function addCounts(sum: CorpusCounts, more: CorpusCounts): void {
  for (const key of Object.keys(sum) as (keyof CorpusCounts)[]) {
    const [target, addend] = [sum[key], more[key]];
    if (typeof target === 'number') (sum[key] as number) = target + (addend as number);
    else for (const [name, count] of Object.entries(addend)) bump(target, name, count as number);
  }
}

const upTo = (limit: number, n: number): string => (n >= limit ? `${limit}+` : String(n));

function bump(counts: Record<string, number>, key: string, by = 1): void {
  putPart(counts, key, (ownPart(counts, key) ?? 0) + by);
}
