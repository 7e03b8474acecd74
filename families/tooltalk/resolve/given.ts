import type { RunOptions } from '../../parts/planning.js';

/** The options as a command reads them. */
export interface ToolTalkGiven extends RunOptions {
  readonly conversations?: string;
  readonly write?: number;
  /** Comma-separated. */
  readonly suites?: string;
  readonly scenarios?: number;
  readonly easy?: number;
  readonly scenariosPerPrompt?: number;
  readonly reviewScenarios?: string;
  readonly turns?: number;
  readonly calls?: number;
  readonly keepFlagged?: boolean;
  readonly databases?: string;
  readonly people?: number;
  readonly at?: string;
  readonly idSeed?: number;
  readonly documents?: string;
  readonly samples?: number;
  readonly prompts?: string;
}
