import { digestOf } from '../../core/digest.js';
import { itemId, itemVersion, byText } from '../../core/ids.js';
import type { CheckFinding, Item, ItemTurn, Provenance, Setting } from '../../core/item.js';
import type { ToolDocument } from '../../core/tool.js';
import { offeredNames } from '../offering/offered-tools.js';
import { goldScoresFull } from '../scoring/mtu-bench/gold-check.js';
import type { Catalogue } from '../tools/catalogue.js';
import { answerOf } from './answer.js';

const FAMILY = 'mtu-bench';

/** An item with the reason, if any, for which it stays out of the evaluation files. */
export interface BuiltItem {
  readonly item: Item;
  readonly notEvaluated?: { readonly reason: string; readonly detail: string };
}

/** Why an item stays in the full structure but out of the evaluation files. */
export const NOT_EVALUATED = {
  misread: 'evaluator misreads gold',
  toolTwice: 'one tool twice in a turn',
} as const;

/** Why a dialogue that passes the checks gives no item. */
export const NO_ITEM = {
  noCall: 'no call in the dialogue',
  notStated: 'single turn does not state its call',
} as const;

/**
 * The items of a converted dialogue (MTU-Bench §3, setting by number of turns and of tools): the whole dialogue as
 * M-S (one distinct tool) or M-M, and an S-S item cut from a first user turn that is answered by a call and states
 * all of its values (formats/sources.md 1.4: no SGD dialogue is single-turn).
 */
export function buildItems(
  turns: readonly ItemTurn[],
  findings: readonly CheckFinding[],
  provenance: Provenance,
  referenceDay: string,
  catalogue: Catalogue,
): BuiltItem[] {
  const make = (setting: Setting, stageKey: string, itemTurns: readonly ItemTurn[]): BuiltItem =>
    build(
      {
        setting,
        stageKey,
        turns: itemTurns,
        findings: findings.filter((f) => f.turn < itemTurns.length),
        provenance,
        referenceDay,
      },
      catalogue,
    );
  const items: BuiltItem[] = [];
  const [first] = turns;
  const single = turns.length === 1;
  if (first && statesItsCall(first)) items.push(make('S-S', single ? 'dialogue' : 'first-turn', [first]));
  if (single) return items;
  const distinct = toolsOf(turns).length;
  if (distinct > 0) items.push(make(distinct === 1 ? 'M-S' : 'M-M', 'dialogue', turns));
  return items;
}

/** The reason for which `buildItems` made nothing of these turns. */
export function whyNoItem(turns: readonly ItemTurn[]): { readonly reason: string; readonly detail: string } {
  return turns.some((turn) => turn.calls.length > 0)
    ? {
        reason: NO_ITEM.notStated,
        detail: 'the only turn has several calls, or a value that the user does not state in it',
      }
    : { reason: NO_ITEM.noCall, detail: 'no system turn has a service_call' };
}

const toolsOf = (turns: readonly ItemTurn[]): string[] =>
  [...new Set(turns.flatMap((turn) => turn.calls.map((call) => call.tool)))].sort(byText);

function statesItsCall(turn: ItemTurn): boolean {
  const [call] = turn.calls;
  return (
    turn.calls.length === 1 &&
    call !== undefined &&
    Object.values(call.origins).every((origin) => origin.kind === 'stated' && origin.turn === turn.index)
  );
}

interface Draft {
  readonly setting: Setting;
  readonly stageKey: string;
  readonly turns: readonly ItemTurn[];
  readonly findings: readonly CheckFinding[];
  readonly provenance: Provenance;
  readonly referenceDay: string;
}

function build(draft: Draft, catalogue: Catalogue): BuiltItem {
  const tools = toolsOf(draft.turns);
  const documents = tools.flatMap((id) => catalogue.tools[id] ?? []);
  const names = offeredNames(documents);
  const { source, recordId } = draft.provenance;
  const item: Item = {
    itemId: itemId({ family: FAMILY, source, recordId, stageKey: draft.stageKey }),
    itemVersion: itemVersion([
      draft.setting,
      draft.referenceDay,
      draft.turns.map((turn) => judgedPart(draft.setting, turn, names)),
      documents.map(digestOfTool),
    ]),
    family: FAMILY,
    setting: draft.setting,
    provenance: draft.provenance,
    referenceDay: draft.referenceDay,
    tools,
    turns: draft.turns,
    origins: { user: 'corpus', calls: 'corpus', observation: 'corpus', response: 'corpus', thought: 'rule' },
    findings: draft.findings,
  };
  const notEvaluated = whyNotEvaluated(item, names);
  return notEvaluated ? { item, notEvaluated } : { item };
}

/**
 * What a reviewer judges of a turn (DESIGN.md, idea 4): the gold as the files write it included, which in M-M depends
 * on whether a value was said. Where values came from otherwise is ours to say, not theirs.
 */
const judgedPart = (setting: Setting, turn: ItemTurn, names: ReadonlyMap<string, string>): unknown[] => [
  turn.user,
  turn.thought.text,
  turn.calls.map((call) => call.tool),
  answerOf(setting, turn, names),
  turn.observation,
  turn.response,
];

const toolDigests = new WeakMap<ToolDocument, string>();

/** A document's digest, taken once: hundreds of items share a document. */
function digestOfTool(document: ToolDocument): string {
  let digest = toolDigests.get(document);
  if (digest === undefined) toolDigests.set(document, (digest = digestOf(document)));
  return digest;
}

function whyNotEvaluated(item: Item, names: ReadonlyMap<string, string>): BuiltItem['notEvaluated'] {
  for (const turn of item.turns) {
    if (new Set(turn.calls.map((call) => call.tool)).size < turn.calls.length) {
      return {
        reason: NOT_EVALUATED.toolTwice,
        detail: `turn ${turn.index}: an answer is an object keyed by tool name and holds each tool once`,
      };
    }
  }
  const check = goldScoresFull(
    item.setting,
    item.turns.map((turn) => answerOf(item.setting, turn, names)),
  );
  return check.ok
    ? undefined
    : { reason: NOT_EVALUATED.misread, detail: `turn ${check.turn}: rule ${check.rule}: ${check.detail}` };
}
