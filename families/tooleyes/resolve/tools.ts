import {
  assertCalled,
  calledOf,
  callingOf,
  targetsOf,
  type GivenTools,
} from '../../../app/resolve/called-tools.js';
import { unmatchedLines } from '../../../app/resolve/allowed-calls.js';
import { chosenTools, choosesTools } from '../../../app/resolve/chosen-tools.js';
import { deprecatedLines, missingCredentialLines, readToolsToUse } from '../../../app/resolve/read-tools.js';
import { assertDistinctNames } from '../../../app/resolve/usable-tools.js';
import { choiceLines } from '../../../app/text/tool-choice.js';
import { calledLines } from '../../../app/text/tools.js';
import type { LibraryTool } from '../../../core/tool-library.js';
import type { ToolEyesSettings } from '../../../core/tooleyes/run.js';
import type { ToolEyesTools } from '../../../core/tooleyes/run-tools.js';
import { RESULT_TOKENS } from '../../../core/tooleyes/trajectory.js';
import type { ResolveRequest } from '../../parts/planning.js';
import type { Served } from './inputs.js';
import { toolEyesUsage, type ToolEyesGiven } from './given.js';

/** Time limit in seconds for reading documents from a URL or an MCP server. */
const READ_SECONDS = 30;

/** Tools of an export, which are in its library. */
export interface PlacedBefore {
  readonly placed: ToolEyesTools;
  readonly targets: GivenTools['targets'];
}

/** Tools of a run: new ones, or those of an export. */
export interface ToolsGiven {
  readonly given?: readonly LibraryTool[];
  readonly placed?: ToolEyesTools;
  /** Choice among the new tools. */
  readonly choice?: ToolEyesSettings['choice'] | undefined;
  /** Command lines or URLs of MCP servers by name. */
  readonly targets: GivenTools['targets'];
}

/** Reads the given tools. @throws USAGE, TOOLS_*, TOOL_SERVER_FAILED */
export async function toolsGiven(
  { config, terminal }: ResolveRequest['context'],
  given: ToolEyesGiven,
  before: PlacedBefore | undefined,
): Promise<ToolsGiven | undefined> {
  const { tools: from = [], domains, deprecated } = given;
  if (from.length === 0) {
    if (domains !== undefined) throw toolEyesUsage('--domains with --tools', 'no --tools');
    if (deprecated !== undefined) throw toolEyesUsage('--deprecated with --tools', 'no --tools');
    if (choosesTools(given))
      throw toolEyesUsage('--apis, --tags and --max-apis-per-tool with --tools', 'no --tools');
    return before;
  }
  const source = { from, timeoutMs: READ_SECONDS * 1_000, domains, deprecated };
  const { tools: read, parts, leftOut } = await readToolsToUse(config.tools, source);
  const chosen = chosenTools(read, given, config.tools, from.join(', '));
  for (const line of [...deprecatedLines(leftOut, chosen.choice), ...choiceLines(chosen)])
    terminal.note(line);
  assertDistinctNames(chosen.tools, from.join(', '));
  return { given: chosen.tools, choice: chosen.choice, targets: targetsOf(parts) };
}

/** Adds the APIs that are really called to the settings, and prints them. @throws CONFIG_INVALID */
export function withCalled(
  context: ResolveRequest['context'],
  {
    given,
    tools,
    served,
    kept,
  }: {
    readonly given: ToolEyesGiven;
    readonly tools: ToolsGiven | undefined;
    readonly served: Served;
    readonly kept: { readonly settings: ToolEyesSettings } | undefined;
  },
  { called: _, calling: __, choice: chosenBefore, ...settings }: ToolEyesSettings,
): ToolEyesSettings {
  if (tools === undefined || served.tools === undefined) return settings;
  const all = served.tools.tools;
  const rehearsal = given.rehearse === true;
  const now = calledOf(context, all, tools.targets, rehearsal);
  const before = tools.placed && kept?.settings.called;
  if (before) assertCalled(before, now);
  const called = before ?? now;
  const { calling: asked } = before
    ? { calling: kept?.settings.calling }
    : callingOf(context, all, called, tools.targets);
  const calling = asked && { ...asked, answerTokens: Math.min(asked.answerTokens, RESULT_TOKENS) };
  const rules = { config: context.config.tools, servers: tools.targets };
  const lines = [
    ...calledLines(all, { called, calling }, { rehearsal, rules }),
    ...(rehearsal ? [] : unmatchedLines(context.config.tools, all)),
    ...missingCredentialLines(context.config.tools, all, called),
  ];
  for (const line of lines) context.terminal.note(line);
  const choice = tools.placed ? chosenBefore : tools.choice;
  return { ...settings, called: [...called], ...(calling && { calling }), ...(choice && { choice }) };
}
