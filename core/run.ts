import * as z from 'zod';
import { askCountsSchema, askRunSchema, type AskCounts, type AskRun } from './ask/run.js';
import { correctCountsSchema, correctRunSchema, type CorrectCounts, type CorrectRun } from './correct/run.js';
import {
  mtuBenchCountsSchema,
  mtuBenchRunSchema,
  type MtuBenchCounts,
  type MtuBenchRun,
} from './mtu-bench/run.js';
import { tEvalCountsSchema, tEvalRunSchema, type TEvalCounts, type TEvalRun } from './t-eval/run.js';

/** What a run was started with, frozen: `resume` uses this, whatever the configuration says by then. */
export const frozenRunSchema = z.discriminatedUnion('family', [
  mtuBenchRunSchema,
  askRunSchema,
  tEvalRunSchema,
  correctRunSchema,
]);
export type FrozenRun = MtuBenchRun | AskRun | TEvalRun | CorrectRun;
export type Family = FrozenRun['family'];

export const RUN_STATUSES = [
  'created',
  'running',
  'waiting for review',
  'finished',
  'paused',
  'stopped',
  'failed',
  'cancelled',
] as const;
/** `waiting for review`: nothing but people is missing; `paused`: a person asked for it; `stopped`: a rule of the run did (too many set-asides, no split possible). */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Name of a stage; each family has its own (families/NAME/spec.ts). */
export type Stage = string;

/** What a run of a family made. */
export const runCountsSchema = z.union([
  mtuBenchCountsSchema,
  askCountsSchema,
  tEvalCountsSchema,
  correctCountsSchema,
]);
export type RunCounts = MtuBenchCounts | AskCounts | TEvalCounts | CorrectCounts;

/** What belongs to each family. */
export interface Families {
  readonly 'mtu-bench': { readonly frozen: MtuBenchRun; readonly counts: MtuBenchCounts };
  readonly ask: { readonly frozen: AskRun; readonly counts: AskCounts };
  readonly 't-eval': { readonly frozen: TEvalRun; readonly counts: TEvalCounts };
  readonly correct: { readonly frozen: CorrectRun; readonly counts: CorrectCounts };
}
