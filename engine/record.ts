import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../core/errors/catalogue.js';
import type { ErrorRecord } from '../core/errors/benchwright-error.js';
import { writeAtomically } from './atomic-file.js';
import type { HomePaths } from './home.js';

const processSchema = z.object({
  pid: z.int().positive(),
  /** See processIdentity in processes.ts. */
  identity: z.string(),
});

const errorSchema = z.object({
  code: z.string().refine((code): code is ErrorCode => code in ERRORS),
  title: z.string(),
  expected: z.string().optional(),
  found: z.string(),
  where: z.string().optional(),
  next: z.string(),
});

const recordSchema = z.object({
  format: z.literal(1),
  /**
   * `starting`: the server does not answer yet, or died and is started again. `ready`: it answers.
   * `stopping`: the supervisor found nobody who needs it and looks once more. `stopped`, `failed`: nothing runs.
   */
  state: z.enum(['starting', 'ready', 'stopping', 'stopped', 'failed']),
  /** Which call of spawnSupervisor this supervisor comes from. */
  attempt: z.string(),
  supervisor: processSchema,
  server: processSchema.optional(),
  /** 127.0.0.1 ports; `uiPort` is absent without a web interface. */
  port: z.int().optional(),
  uiPort: z.int().optional(),
  /** The server's own version, as it says. */
  version: z.string().optional(),
  executable: z.string().optional(),
  /** Milliseconds since 1970. */
  startedAt: z.int(),
  error: errorSchema.optional(),
});

/** `engine.json`: what the supervisor of a home says about itself and its server. */
export type EngineRecord = z.infer<typeof recordSchema>;

/** Reads `engine.json`; undefined when it is not there or not one of ours (then the engine starts anew). */
export function readRecord(paths: HomePaths): EngineRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(readFileSync(paths.record, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Writes `engine.json` at one stroke. Only the holder of the engine lock may. */
export function writeRecord(paths: HomePaths, record: EngineRecord): void {
  writeAtomically(paths.record, `${JSON.stringify(record, null, 2)}\n`);
}

/** The error that a failed supervisor left, as what BenchwrightError takes. */
export function recordedError(record: EngineRecord): ErrorRecord | undefined {
  if (record.error === undefined) return undefined;
  const { expected, where, ...rest } = record.error;
  return { ...rest, ...(expected !== undefined && { expected }), ...(where !== undefined && { where }) };
}
