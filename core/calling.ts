import * as z from 'zod';
import { ownPart } from './own-part.js';
import { namesSession } from './stable-names.js';
import { fullApiName, type ApiOrigin, type LibraryTool } from './tool-library.js';
import { effectOf } from './tool-permission.js';
import type { ToolsConfig } from './tools-config.js';

/**
 * What dialogues see of each other's calls. `separate`: nothing, as no called API changes what another dialogue sees;
 * `reset`: nothing, as the world is reset before each, so that they run one at a time; `shared`: all, so that they run
 * one at a time in the order of the items.
 */
export const SESSIONS = ['separate', 'reset', 'shared'] as const;
export type Sessions = (typeof SESSIONS)[number];

/** How a run really calls tools, as it was begun. */
export const callingSchema = z.strictObject({
  sessions: z.enum(SESSIONS),
  /** Tokens of an answer at most, as dialogues show it; the ledger keeps the whole. */
  answerTokens: z.int().positive(),
  /**
   * Whether responses have stable names for the session's folder and id. Absent where there are none, and in runs made
   * before they were replaced.
   */
  names: z.literal('stable').exactOptional(),
});
export type Calling = z.infer<typeof callingSchema>;

/** Whether a reset is one of a session's own world, so that it disturbs no other dialogue. */
export const resetsSession = (reset: NonNullable<ToolsConfig['reset']>): boolean =>
  namesSession(JSON.stringify(reset));

/**
 * Whether what calls of an API find is of the dialogue's session: then a dialogue whose session was lost begins again.
 * @param sessions undefined in runs made before there was such a rule
 */
export const isOfSession = (origin: ApiOrigin, sessions: Sessions | undefined): boolean =>
  origin.kind === 'mcp' ||
  (origin.kind === 'openapi' &&
    sessions !== undefined &&
    (sessions === 'reset' || namesSession(origin.server)));

/** Whether a call leaves its session another one. */
export const changesItsSession = (origin: ApiOrigin, sessions: Sessions | undefined): boolean =>
  isOfSession(origin, sessions) && effectOf(origin) !== 'reads';

/**
 * What dialogues will see of each other's calls. An MCP server that is started has a process and a folder for each
 * dialogue, and an address with `{session}` a world for each.
 * @param targets of MCP servers that are not configured: command line or URL by name
 */
export function sessionsOf(
  { servers, reset }: Pick<ToolsConfig, 'servers' | 'reset'>,
  targets: Readonly<Record<string, string>>,
  tools: readonly LibraryTool[],
  called: readonly string[],
): Sessions {
  const names = new Set(called);
  const addressOf = (server: string): string => {
    const reach = ownPart(servers, server);
    if (reach !== undefined) return 'url' in reach ? reach.url : '';
    const target = ownPart(targets, server) ?? '';
    return /^https?:/i.test(target) ? target : '';
  };
  const changeShared = tools.some((tool) =>
    tool.apis.some(({ origin, ...api }) => {
      if (!names.has(fullApiName(tool, api)) || effectOf(origin) === 'reads') return false;
      const address = origin.kind === 'mcp' ? addressOf(origin.server) : serverOf(origin);
      return address !== '' && !namesSession(address);
    }),
  );
  if (!changeShared) return 'separate';
  return reset === undefined || resetsSession(reset) ? 'shared' : 'reset';
}

const serverOf = (origin: ApiOrigin): string => (origin.kind === 'openapi' ? origin.server : '');

/** Dialogues at once; undefined: as many as their models take. */
export const dialoguesAtOnce = (calling: Calling | undefined): number | undefined =>
  calling === undefined || calling.sessions === 'separate' ? undefined : 1;
