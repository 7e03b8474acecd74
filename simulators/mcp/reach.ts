import type { McpReach, ToolsConfig } from '../../core/tools-config.js';
import type { McpTarget } from '../../sources/tools/mcp/connection.js';
import { variableOf, type Environment } from '../secrets.js';
import { ownPart } from '../../core/own-part.js';

/** How to connect to a server, with the secrets to pass. */
export interface Reached {
  readonly target: string | McpTarget;
  readonly secrets: readonly string[];
}

/**
 * Connection settings of an MCP server: configured, else as named on the command line.
 * @throws CONFIG_INVALID if a variable is not set
 */
export function reachOf(
  server: string,
  config: ToolsConfig,
  targets: Readonly<Record<string, string>>,
  environment: Environment,
): Reached {
  const reach = ownPart(config.servers, server);
  const target = ownPart(targets, server);
  if (reach === undefined) {
    if (target === undefined) throw new Error(`no command or address is configured for ${server}`);
    return { target, secrets: [] };
  }
  const given = givenTo(reach, config, environment);
  const secrets = Object.values(given);
  if ('url' in reach) return { target: { url: reach.url, headers: given }, secrets };
  return { target: { command: reach.command, args: reach.args, env: given }, secrets };
}

/** The variables of a process, or the headers of a URL. */
const givenTo = (reach: McpReach, config: ToolsConfig, environment: Environment): Record<string, string> =>
  Object.fromEntries(
    listFor(reach, config).map(({ name, from }) => [name, variableOf(environment, from, 'tools.servers')]),
  );

const listFor = (reach: McpReach, { headers }: ToolsConfig): ToolsConfig['headers'][string] =>
  'url' in reach
    ? (ownPart(headers, new URL(reach.url).host) ?? [])
    : reach.env.map((name) => ({ name, from: name }));

/** Configured values for a server, by the variables that hold them. */
export function givenFor(server: string, config: ToolsConfig): ToolsConfig['headers'][string] {
  const reach = ownPart(config.servers, server);
  return reach === undefined ? [] : listFor(reach, config);
}
