import type { Provenance } from '../core/item.js';
import type { RunSettings } from '../core/run.js';
import { CORPORA, type CorpusName } from '../sources/corpus.js';
import { RecordFault } from '../sources/record-fault.js';
import type { RecordRow } from '../store/records.js';
import { checkTurns } from '../transforms/checks/check-turns.js';
import { convertDialogue } from '../transforms/conversion/convert-dialogue.js';
import { buildItems, whyNoItem } from '../transforms/settings/build-items.js';
import { countDialogue } from '../transforms/statistics/corpus-counts.js';
import type { Catalogue } from '../transforms/tools/catalogue.js';

/** Where a record stands, and what its conversion needs to know. */
export interface RecordPlace {
  readonly source: string;
  readonly kind: CorpusName;
  readonly licence: string;
  readonly split: string;
  readonly file: string;
  readonly line: number;
  readonly ordinal: number;
}

/**
 * One record from its text to its outcome and items: read, convert, check, build. Pure; a fault of the record is an
 * outcome (`set aside`), not an error.
 */
export function convertRecord(
  text: string,
  place: RecordPlace,
  catalogue: Catalogue,
  settings: RunSettings,
): RecordRow {
  const { source, split, file, line, ordinal } = place;
  let dialogue;
  try {
    dialogue = CORPORA[place.kind].parse(text, split);
  } catch (error) {
    if (!(error instanceof RecordFault)) throw error;
    // A record without an id is named by its file and line (DESIGN.md, idea 4).
    return {
      ordinal,
      line,
      recordId: error.recordId ?? `${file}:${line}`,
      outcome: 'set aside',
      reason: error.reason,
      detail: error.detail,
      flags: [],
      items: [],
    };
  }
  const { recordId } = dialogue;
  const counts = countDialogue(dialogue, source, catalogue);
  const turns = convertDialogue(dialogue, source, catalogue);
  const findings = checkTurns(turns, catalogue);
  const fatal = findings.find((finding) => finding.outcome === 'dropped');
  const base = { ordinal, line, recordId, counts };
  if (fatal) {
    return {
      ...base,
      outcome: 'dropped',
      reason: fatal.check,
      detail: `turn ${fatal.turn}, ${fatal.tool ?? ''}: ${fatal.detail}`,
      flags: [],
      items: [],
    };
  }
  const provenance: Provenance = { source, split, recordId, file, line, licence: place.licence };
  const built = buildItems(turns, findings, provenance, settings.referenceDay, catalogue);
  if (built.length === 0)
    return {
      ...base,
      outcome: 'dropped',
      ...whyNoItem(turns),
      flags: [],
      items: [],
    };
  return {
    ...base,
    outcome: 'converted',
    flags: [...new Set(findings.map((finding) => finding.check))],
    items: built.map(({ item, notEvaluated }) => ({
      setting: item.setting,
      itemId: item.itemId,
      itemVersion: item.itemVersion,
      ...(notEvaluated ? { notEvaluated } : {}),
      body: JSON.stringify(item),
    })),
  };
}
