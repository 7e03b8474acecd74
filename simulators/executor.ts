import type { NamedCall } from '../core/tool-call.js';
import type { Observation, PastCall } from '../core/t-eval/annotation.js';
import type { LibraryApi } from '../core/tool-library.js';

/** A call of an API of a tool library. */
export interface ToolCallRequest extends NamedCall {
  readonly api: LibraryApi;
  /** The calls before it in the same dialogue, in order: a stateful simulator's state follows from them. */
  readonly past: readonly PastCall[];
}

/** Something that really carries out calls, for one dialogue: what a call changes is seen by those after it. */
export interface ToolSession {
  /**
   * Carries out a call. What the tool answers is an observation, a failure it reports as well.
   * @throws ToolCallLost when the request left and it is not known whether it was carried out; ToolBusy when the server
   *   wants to be asked later; SessionLost when what earlier calls changed is gone, so that nothing was sent;
   *   BenchwrightError TOOL_SERVER_FAILED when the server cannot be reached at all: nothing was carried out; CONFIG_INVALID
   */
  call(request: ToolCallRequest, signal: AbortSignal): Promise<Observation>;
  /** Told of a call that this session did not make, as its answer was known: what it changed is not here. */
  known(request: ToolCallRequest): void;
  /** Ends what it has opened. Never throws. */
  close(): Promise<void>;
}

/** Who answers calls of an API where no model does. */
export type Executor = 'openapi' | 'mcp' | 'stateful simulator';

/** The executors of a set of tools, for one dialogue. */
export interface ToolExecutors extends ToolSession {
  /** Undefined: nothing is there to be called, a model simulates it. @param name full API name */
  executorOf(name: string): Executor | undefined;
}

/** The connection ended, or the time was up, after the request had left. Says nothing that the server said. */
export class ToolCallLost extends Error {
  override readonly name = 'ToolCallLost';
}

/** The dialogue is to begin again in a fresh session. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';
}

/** The server has not carried out the call and wants to be asked later. */
export class ToolBusy extends Error {
  override readonly name = 'ToolBusy';

  constructor(
    readonly status: number,
    readonly retryAfterMs: number | undefined,
  ) {
    super(`HTTP ${status}`);
  }
}
