import * as z from 'zod';
import type { LabelledUtterance } from '../labelled/utterance.js';
import { parseRecord } from '../parse-record.js';
import { RecordFault } from '../record-fault.js';

/** A query of SNIPS' own files (formats/sources.md 6): text pieces; those with `entity` are slot values. */
const querySchema = z.object({
  data: z.array(z.object({ text: z.string(), entity: z.string().min(1).optional() })),
});

/** @param intent the key in its file @throws RecordFault */
export function parseQuery(text: string, intent: string, recordId: string): LabelledUtterance {
  const { data } = parseRecord(text, querySchema, { what: 'a SNIPS query', idOf: () => recordId });
  const whole = data.map((piece) => piece.text).join('');
  if (whole.trim() === '') throw new RecordFault('empty utterance', 'the query has no words', recordId);
  return {
    text: whole.trim().replace(/\s+/g, ' '),
    intents: [intent],
    slots: data.flatMap(({ text: value, entity }) =>
      entity === undefined ? [] : [{ name: entity, value: value.trim() }],
    ),
  };
}
