import type { ToolsConfig } from '../../core/tools-config.js';
import type { McpTarget } from '../../sources/tools/mcp/connection.js';
import { credentialsFor, signed } from '../http/credentials.js';
import { variableOf, type CarriedValue, type Environment } from '../secrets.js';
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
  if ('url' in reach) return overHttp(reach.url, config, environment);
  const env = Object.fromEntries(
    reach.env.map((name) => [name, variableOf(environment, name, 'tools.servers')]),
  );
  return { target: { command: reach.command, args: reach.args, env }, secrets: Object.values(env) };
}

/** An address with the headers, cookies and query that its host is configured with. @throws CONFIG_INVALID */
function overHttp(url: string, config: ToolsConfig, environment: Environment): Reached {
  const { request, secrets } = signed(
    { method: 'POST', url, headers: {} },
    credentialsFor(config, { server: url }),
    environment,
  );
  return { target: { url: request.url, headers: request.headers }, secrets };
}

/** Configured values for a server, by the variables that hold them. */
export function givenFor(server: string, config: ToolsConfig): readonly CarriedValue[] {
  const reach = ownPart(config.servers, server);
  if (reach === undefined) return [];
  return 'url' in reach
    ? credentialsFor(config, { server: reach.url })
    : reach.env.map((name) => ({ name, from: name }));
}
