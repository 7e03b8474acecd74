import type { DialogueAct, DialogueTurn } from '../../../../core/dialogue.js';
import type { ToolCall } from '../../../../core/mtu-bench/item.js';
import type { ToolDocument } from '../../../../core/tool.js';
import { listed } from '../listing.js';
import type { ThoughtTools } from '../thought-tools.js';
import { ownPart } from '../../../../core/own-part.js';

/**
 * The rule-made thought of a turn, from its dialogue acts (origin `rule`): first what the user does, then why a tool is
 * called or not. The five situations of MTU-Bench's turn analysis (§3: information missing, exists, confirmed, aimless
 * chat, specific call) decide the second half.
 *
 * @param before the previous turn, which a "no" answers
 * @param calls in the corpus's own names
 */
export function thoughtOf(
  turn: DialogueTurn,
  before: DialogueTurn | undefined,
  calls: readonly ToolCall[],
  tools: ThoughtTools,
): string {
  return `${userPart(turn, before, tools)} ${decisionPart(turn, calls, tools)}`;
}

const intentTool = (tools: ThoughtTools, service: string, intent: string): ToolDocument | undefined => {
  const id = tools.idOf(service, intent);
  return id === undefined ? undefined : ownPart(tools.catalogue.tools, id);
};

/** The slots of a turn's acts of one kind, in the names of the tools that they are meant for. */
function slotsOf(
  act: string,
  acts: readonly DialogueAct[],
  turn: DialogueTurn,
  { idOf, clustered }: ThoughtTools,
): string {
  const named = acts
    .filter((a) => a.act === act && a.slot !== '' && a.slot !== 'intent')
    .map(({ service, slot }) => {
      const intent = turn.user.intents.find((active) => active.service === service)?.intent ?? '';
      return ownPart(ownPart(clustered?.naming, idOf(service, intent) ?? '')?.slots, slot) ?? slot;
    });
  return listed(named);
}

function userPart(turn: DialogueTurn, before: DialogueTurn | undefined, tools: ThoughtTools): string {
  const asked = (act: string): boolean => before?.system.acts.some((a) => a.act === act) ?? false;
  const acts = turn.user.acts;
  const has = (act: string): boolean => acts.some((a) => a.act === act);
  const slots = (act: string): string => slotsOf(act, acts, turn, tools);
  const intentAct = acts.find((a) => a.act === 'INFORM_INTENT');
  const parts: string[] = [];
  if (intentAct)
    parts.push(
      `wants to ${purpose(intentTool(tools, intentAct.service, intentAct.canonicalValues[0] ?? ''), intentAct)}`,
    );
  if (has('AFFIRM_INTENT')) parts.push(`takes up the suggestion to ${currentPurpose(turn, tools)}`);
  if (has('NEGATE_INTENT')) parts.push('does not want what was suggested');
  if (has('AFFIRM')) parts.push('confirms the details');
  if (has('NEGATE')) parts.push(negation(has('INFORM') || asked('CONFIRM'), asked('REQ_MORE')));
  if (has('SELECT')) parts.push('accepts what was offered');
  if (has('REQUEST_ALTS')) parts.push('asks for something else');
  if (slots('INFORM') !== '') parts.push(`gives ${slots('INFORM')}`);
  if (slots('REQUEST') !== '') parts.push(`asks for ${slots('REQUEST')}`);
  if (has('THANK_YOU') && parts.length === 0) parts.push('says thanks');
  if (has('GOODBYE') && parts.length === 0) parts.push('says goodbye');
  return `The user ${parts.length === 0 ? 'goes on with the conversation' : listed(parts)}.`;
}

/** A plain "no" declines the question: "is that right?" with CONFIRM, "anything else?" with REQ_MORE. */
function negation(corrects: boolean, askedForMore: boolean): string {
  if (corrects) return 'corrects the details';
  return askedForMore ? 'needs nothing more' : 'declines';
}

function decisionPart(turn: DialogueTurn, calls: readonly ToolCall[], tools: ThoughtTools): string {
  if (calls.length > 0) return calls.map((call) => `${callPart(call, tools)}.`).join(' ');
  const slots = (act: string): string => slotsOf(act, turn.system.acts, turn, tools);
  if (slots('REQUEST') !== '')
    return `Information is missing (${slots('REQUEST')}), so the user has to be asked before any tool can be called.`;
  if (slots('CONFIRM') !== '')
    return `Before the tool is called, the user has to confirm ${slots('CONFIRM')}.`;
  if (slots('INFORM') !== '' || slots('OFFER') !== '')
    return 'What is needed to answer is already known from an earlier result, so no tool is called.';
  return 'Nothing has to be looked up or carried out, so no tool is called.';
}

function callPart(call: ToolCall, { catalogue, clustered }: ThoughtTools): string {
  const entry = ownPart(clustered?.naming, call.tool);
  const own = ownPart(catalogue.tools, call.tool);
  const cluster = entry && ownPart(clustered?.catalogue.tools, entry.tool);
  const name = cluster?.name ?? own?.name ?? call.tool;
  const parameters = Object.keys(call.arguments);
  const shown = (parameter: string): string => ownPart(entry?.slots, parameter) ?? parameter;
  const given = parameters.map(shown);
  const asked = new Set(own?.required.map(shown));
  const required = given.filter((parameter) => asked.has(parameter));
  const optional = given.filter((parameter) => !required.includes(parameter));
  const inherited = parameters
    .filter((parameter) => ownPart(call.origins, parameter)?.kind === 'inherited')
    .map(shown);
  const known =
    required.length > 0
      ? `All that ${name} requires is known (${listed(required)})`
      : `${name} requires nothing`;
  if (given.length === 0) return `${name} needs nothing more and is called`;
  const more = optional.length > 0 ? `, ${listed(optional)} can be given as well` : '';
  const from = inherited.length > 0 ? `, ${listed(inherited)} being taken from an earlier result` : '';
  return `${known}${more}${from}, so it is called`;
}

/** An intent's description in a form that can follow "wants to": schemas write "Find a restaurant …". */
function purpose(tool: ToolDocument | undefined, act: DialogueAct): string {
  const text = tool?.description ?? act.canonicalValues[0] ?? 'do something';
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/[.\s]+$/, '');
}

function currentPurpose(turn: DialogueTurn, tools: ThoughtTools): string {
  const current = turn.user.intents[0];
  const tool = current && intentTool(tools, current.service, current.intent);
  return tool ? purpose(tool, { service: '', act: '', slot: '', values: [], canonicalValues: [] }) : 'go on';
}
