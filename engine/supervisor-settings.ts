import { z } from 'zod';
import { BenchwrightError } from '../core/errors/benchwright-error.js';

const port = z.int().min(1).max(65_535);

const settingsSchema = z.object({
  /** The home folder. */
  home: z.string().min(1),
  /** The Temporal executable, absolute. */
  executable: z.string().min(1),
  /** Names the call that made this supervisor, so that its failure is told from an earlier one's. */
  attempt: z.string().min(1),
  /** Configured ports of 127.0.0.1. Left out: those of last time when free, else any. */
  port: port.optional(),
  uiPort: port.optional(),
  /** Without the web interface. @default false */
  headless: z.boolean().optional(),
  /** How long nobody may need the engine before it stops, in milliseconds. @default 60000 */
  idleMs: z.number().min(0).optional(),
  /** How long a start may take before it has failed, in milliseconds. @default 60000 */
  startTimeoutMs: z.number().positive().optional(),
  /** The server's `--log-level`. @default warn */
  logLevel: z.string().optional(),
});

/** What a supervisor is told at its start, as the one argument of its process. */
export type SupervisorSettings = z.infer<typeof settingsSchema>;

/**
 * Reads the argument of a supervisor's process.
 *
 * @throws USAGE when it is not what spawnSupervisor writes
 */
export function parseSupervisorSettings(text: string): SupervisorSettings {
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BenchwrightError(
      'USAGE',
      {
        expected: 'the settings that Benchwright itself gives to its supervisor, as JSON',
        found: error instanceof z.ZodError ? z.prettifyError(error) : String(error),
        next: 'Do not call this command yourself: `benchwright up` starts the engine.',
      },
      { cause: error },
    );
  }
}
