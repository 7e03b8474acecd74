import * as z from 'zod';
import type { JsonValue } from '../canonical.js';
import { countsByReason } from '../frozen-parts.js';
import type { CREATE_STAGE, SYNTHESIZE_STAGE } from './stages.js';

export { CREATE_STAGE, DOCUMENT_STAGE, SYNTHESIZE_STAGE } from './stages.js';

export const creationSettingsSchema = z.strictObject({
  /** Independent answers to one request before what it is for is quarantined. */
  samples: z.int().positive(),
  /** Whether a model is shown what is wrong with its answer before a fresh one is asked for. */
  repair: z.boolean(),
});
export type CreationSettings = z.infer<typeof creationSettingsSchema>;

/** What a turn of a dialogue may be (paper, "LLM-based creation"); only the last is answered by calls. */
export const SITUATIONS = [
  'information missing',
  'information exists',
  'information confirmed',
  'aimless chat',
  'specific API call',
] as const;
export type Situation = (typeof SITUATIONS)[number];
export const CALLING: Situation = 'specific API call';

/** A word of a document that a model may make up: a tool's, a parameter's or a result's name. */
export const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** A tool that a model reads out of a dialogue. */
export const proposedToolSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  parameters: z.array(z.strictObject({ name: z.string(), description: z.string(), required: z.boolean() })),
  results: z.array(z.strictObject({ name: z.string(), description: z.string() })),
});
export type ProposedTool = z.infer<typeof proposedToolSchema>;

/** What the stage `create` makes of a dialogue: tools, and for each user turn what it is and the thought of its answer. */
export interface CreatedDialogue {
  readonly tools: readonly ProposedTool[];
  readonly turns: readonly { readonly situation: Situation; readonly thought: string }[];
}

/** A call of a synthesized turn with what it gave. */
export interface SynthesizedCall {
  /** Tool id since clustering; the name that the model wrote where there is no such tool. */
  readonly tool: string;
  readonly arguments: Readonly<Record<string, JsonValue>>;
  readonly observation: JsonValue;
}

/** A user turn as a model answered it: its calls and the thought before them. */
export interface SynthesizedTurn {
  readonly thought: string;
  readonly calls: readonly SynthesizedCall[];
}

/** What the stages made of a dialogue, for its conversion. */
export type DialogueCreation =
  | { readonly outcome: 'made'; readonly turns: readonly SynthesizedTurn[]; readonly rehearsal?: true }
  | { readonly outcome: 'set aside' | 'dropped'; readonly reason: string; readonly detail: string };

/** Why a dialogue is dropped of which no tool is left that its calls could be written with. */
export const NO_TOOL = {
  reason: 'no tool for its calls',
  detail: 'some of its turns need a tool, and none was proposed in it that the run has',
} as const;

/** The observation where the reply shows that nothing has come back yet (appendix B). */
export const TIMED_OUT = { error: 'Time out.' } as const;

const AT = /^(create|synthesize): /;
/** Reason of a dialogue that a stage quarantined. */
export const creationReason = (
  stage: typeof CREATE_STAGE | typeof SYNTHESIZE_STAGE,
  reason: string,
): string => `${stage}: ${reason}`;
/** Whether a record was quarantined because of a model's answer: nothing is wrong with its source then. */
export const isCreationReason = (reason: string): boolean => AT.test(reason);

/** What became of the document of a tool that a model made: a line of `data/documents.jsonl`. */
export interface ToolDocumentLine {
  /** Tool id since clustering. */
  readonly tool: string;
  /** `as proposed`: no usable answer, so its document is what was proposed in the dialogues. */
  readonly outcome: 'documented' | 'as proposed';
  readonly reason?: string;
  readonly detail?: string;
  /** The ledger's keys of its calls. */
  readonly keys: readonly string[];
  /** Requests that `retry --failed` took up, with the attempt that is asked first since. */
  readonly retried?: readonly { readonly request: string; readonly attempt: number }[];
  readonly rehearsal?: true;
}

/** What the stages made of dialogues without calls; dialogues = created + quarantined. */
export const creationCountsSchema = z.strictObject({
  dialogues: z.int(),
  created: z.int(),
  setAside: countsByReason,
  /** User turns of the created ones by situation. */
  situations: z.record(z.enum(SITUATIONS), z.int()),
  /** Tools in all dialogues, and those of them with a name of their own in their domain. */
  proposed: z.int(),
  tools: z.int(),
  /** Of their clusters, by whether a model wrote the document. */
  documents: z.strictObject({ documented: z.int(), asProposed: countsByReason }),
});
export type CreationCounts = z.infer<typeof creationCountsSchema>;
