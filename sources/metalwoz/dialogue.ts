import * as z from 'zod';
import type { Dialogue } from '../../core/dialogue.js';
import { exchangesOf, unannotatedDialogue, type RecordedStep } from '../exchanges.js';
import { idUnder, parseRecord } from '../parse-record.js';

/** A MetaLWOZ dialogue (formats/sources.md 4): alternating texts, starting with the bot's greeting. */
const metalwozDialogue = z.object({
  id: z.string().min(1),
  domain: z.string().min(1),
  turns: z.array(z.string()),
});

/** Parses a MetaLWOZ dialogue. It is unannotated: counted, and dropped by rule. @throws RecordFault */
export function parseMetalwoz(text: string, split: string): Dialogue {
  const idOf = idUnder('id', split);
  const record = parseRecord(text, metalwozDialogue, { what: 'a MetaLWOZ dialogue', idOf });
  const recordId = `${split}/${record.id}`;
  const steps = record.turns.map((words, i): RecordedStep => ({
    speaker: i % 2 === 0 ? 'system' : 'user',
    text: words,
  }));
  return {
    recordId,
    split,
    services: [record.domain],
    ...unannotatedDialogue(exchangesOf(steps, recordId)),
  };
}
