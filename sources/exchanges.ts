import type { Dialogue, RecordedCall } from '../core/dialogue.js';
import { RecordFault } from './record-fault.js';

/** What happens in a recorded conversation, in order. */
export type RecordedStep =
  { readonly speaker: 'user' | 'system'; readonly text: string } | { readonly call: RecordedCall };

/** A user turn with the calls that it set off and the words that answered it. */
export interface Exchange {
  readonly user: string;
  readonly calls: readonly RecordedCall[];
  /** Undefined where the record ends before the system speaks again. */
  readonly system: string | undefined;
}

interface OpenExchange {
  user: string;
  readonly calls: RecordedCall[];
  system: string | undefined;
}

/**
 * The exchanges of a conversation. Turns of one speaker in a row are one turn (formats/sources.md 3); what the system
 * says before the user has spoken, a greeting, belongs to no exchange.
 *
 * @throws RecordFault for a call that no user turn set off
 */
export function exchangesOf(steps: readonly RecordedStep[], recordId: string): Exchange[] {
  const exchanges: OpenExchange[] = [];
  for (const [index, step] of steps.entries()) {
    const open = exchanges.at(-1);
    if ('call' in step) {
      if (!open)
        throw new RecordFault(
          'call before the user speaks',
          `step ${index} calls ${step.call.method} before any user turn`,
          recordId,
        );
      open.calls.push(step.call);
    } else if (step.speaker === 'system') {
      if (open) open.system = joined(open.system, step.text);
    } else if (open && open.system === undefined && open.calls.length === 0) {
      open.user = joined(open.user, step.text);
    } else {
      exchanges.push({ user: step.text, calls: [], system: undefined });
    }
  }
  if (exchanges.length === 0) throw new RecordFault('no turns', 'the user says nothing', recordId);
  return exchanges;
}

const joined = (before: string | undefined, text: string): string =>
  before === undefined ? text : `${before} ${text}`;

/** Rules need calls (MTU-Bench §3: rule-based creation where intents and slots exist, else by a model). */
export const NO_CALLS_FAULT = {
  reason: 'no calls in this corpus',
  detail: 'the corpus has words only: a model would have to make its calls (--create), which rules cannot',
} as const;

/** The turns of a dialogue of a corpus without calls (TM-1, TM-2, MetaLWOZ): it is counted, and rules drop it. */
export const unannotatedDialogue = (exchanges: readonly Exchange[]): Pick<Dialogue, 'turns' | 'unfit'> => ({
  turns: exchanges.map(({ user, system = '' }) => ({
    user: { utterance: user, acts: [], intents: [] },
    system: { utterance: system, acts: [], calls: [] },
  })),
  unfit: NO_CALLS_FAULT,
});
