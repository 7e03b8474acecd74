import type { Observation } from '../../core/t-eval/annotation.js';
import type { ToolsConfig } from '../../core/tools-config.js';
import type { ToolCallRequest, ToolSession } from '../executor.js';
import type { Environment } from '../secrets.js';
import { McpPeer } from './peer.js';
import { reachOf } from './reach.js';

/** Calls tools of MCP servers, each on a connection (a process) of this dialogue's own, made when a call needs it. */
export class McpSession implements ToolSession {
  readonly #peers = new Map<string, McpPeer>();

  /** @param targets how servers are reached that the configuration does not name: command line or URL */
  constructor(
    private readonly config: ToolsConfig,
    private readonly targets: Readonly<Record<string, string>>,
    private readonly environment: Environment,
  ) {}

  async call(request: ToolCallRequest, signal: AbortSignal): Promise<Observation> {
    return this.#peerOf(request).call(request, signal);
  }

  known(request: ToolCallRequest): void {
    this.#peerOf(request).known(request);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#peers.values()].map((peer) => peer.close()));
  }

  #peerOf({ api: { origin } }: ToolCallRequest): McpPeer {
    if (origin.kind !== 'mcp') throw new Error('a tool of no MCP server');
    const { server } = origin;
    const there = this.#peers.get(server);
    if (there !== undefined) return there;
    const reach = () => reachOf(server, this.config, this.targets, this.environment);
    const peer = new McpPeer(server, reach, this.config);
    this.#peers.set(server, peer);
    return peer;
  }
}
