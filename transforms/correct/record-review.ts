import * as z from 'zod';
import { canonicalJson, type JsonValue } from '../../core/canonical.js';
import type { RecordItem, RecordWords } from '../../core/correct/record.js';
import type { EditProblem, ToolList, ToolShown } from '../../core/review/api.js';
import type { CheckedEdit, QueuedItem, ReviewFamily } from '../../core/review/family.js';
import { jsonSchema } from '../../core/review/json.js';
import { sameWords } from './published-record.js';
import { questionParts } from './question-parts.js';
import { RECORD_CHECKS } from './record-findings.js';
import { splitOfRecord, versionOfRecord, withWords } from './record-item.js';
import { stops } from '../t-eval/review/edited-path.js';
import { toolLine } from '../review/tool-line.js';

/** What is read of an edited record; the rest is taken from the one that was shown. */
const editedSchema = z.looseObject({
  record: z.strictObject({
    id: z.string().min(1),
    question: z.string().min(1),
    calls: z.array(
      z.strictObject({
        tool: z.string(),
        arguments: z.union([z.record(z.string(), jsonSchema), z.string()]),
      }),
    ),
  }),
});

/** Contents come out of the store, where we put them. */
export const asRecordItem = (content: unknown): RecordItem => content as RecordItem;

/** What published records bring to review: each carries its tools in its question. */
export const correctReview: ReviewFamily = {
  family: 'correct',
  checkEdit: (shown, edited) => checkEdit(asRecordItem(shown), edited),
  documents: (content) => offeredBy(content),
  tools: (content): ToolList => {
    const tools = offeredBy(content);
    return { tools: tools.map(toolLine), total: tools.length };
  },
  tool: (content, id) => offeredBy(content).find((tool) => tool.id === id),
};

const offeredBy = (content: JsonValue): readonly ToolShown[] =>
  questionParts(asRecordItem(content).record.question)?.tools ?? [];

/** A record as it goes into a queue. */
export function queuedRecord(item: RecordItem): QueuedItem {
  const { record, shown, findings, recordId, itemId, setting } = item;
  const words = [shown?.user ?? record.question, shown?.history ?? '', canonicalJson(record.calls)];
  return {
    itemId,
    version: versionOfRecord(item),
    content: item as unknown as JsonValue,
    split: splitOfRecord(item),
    setting,
    tools: [...new Set(record.calls.map(({ tool }) => tool.trim()))].filter((name) => name !== '').sort(),
    flags: [...new Set(findings.map(({ check }) => check))],
    title: `${recordId} ${record.id}: ${shown?.user ?? record.question}`.slice(0, 160),
    text: [...words, record.id, recordId].join('\n'),
    uncertainty: findings.length,
    calls: [],
  };
}

/** Findings that an edit may not bring: such an answer cannot be written, or no evaluator takes it. */
const STOPPING: ReadonlySet<string> = new Set([RECORD_CHECKS.form]);

/** @returns the record with its words as edited, checked anew; or why it cannot be taken */
function checkEdit(shown: RecordItem, edited: JsonValue): CheckedEdit {
  const read = editedSchema.safeParse(edited);
  if (!read.success)
    return {
      ok: false,
      problems: read.error.issues.map(({ path, message }) => stops(path.join('.'), message)),
    };
  const { record } = read.data;
  const item = withWords(shown, record);
  const before = new Set(shown.findings.map(({ check, detail }) => `${check} ${detail}`));
  const problems = [
    ...wordProblems(shown, record),
    ...item.findings
      .filter(({ check, detail }) => STOPPING.has(check) && !before.has(`${check} ${detail}`))
      .map(({ path, check, detail }) => stops(path, `${check}: ${detail}`)),
  ];
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    version: versionOfRecord(item),
    content: item as unknown as JsonValue,
    findings: item.findings.map(({ path, check, detail }) => ({
      ...{ path, text: `${check}: ${detail}` },
      kind: 'finding' as const,
    })),
  };
}

/** What the file cannot say. */
function wordProblems(shown: RecordItem, record: RecordWords): EditProblem[] {
  if (sameWords(shown.record, record)) return [];
  if (shown.repeated.length > 0) {
    const said = `${shown.repeated.join(', ')} stands twice in the line`;
    return [stops('record', `${said}; mend the file itself, or reject the record`)];
  }
  const names = record.calls.map(({ tool }) => tool);
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  const once = 'an answer names each tool once (it is an object)';
  return twice === -1 ? [] : [stops(`record.calls.${twice}.tool`, once)];
}
