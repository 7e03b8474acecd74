import type { Item } from '../../../core/mtu-bench/item.js';
import type { ToolDocument } from '../../../core/tool.js';
import type { TableRow } from '../columns.js';
import type { PublishedItem, DatasetRecord } from './published-item.js';
import { writeJson } from '../../../core/json.js';

const json = (value: unknown): string => writeJson(value);

const originOf = ({ provenance }: Item): TableRow => ({
  source: provenance.source,
  record_id: provenance.recordId,
  licence: provenance.licence,
});

/** A row of RECORD_COLUMNS. @param turn user turn, from 0 */
export const recordRow = (item: Item, record: DatasetRecord, turn: number): TableRow => ({
  id: record.id,
  item_id: item.itemId,
  turn,
  setting: item.setting,
  question: record.question,
  answer: json(record.answer),
  response: record.response ?? null,
  ...originOf(item),
});

/** A row of ITEM_COLUMNS. */
export const publishedItemRow = ({ item, evaluation, notEvaluated, offered }: PublishedItem): TableRow => ({
  item_id: item.itemId,
  item_version: item.itemVersion,
  setting: item.setting,
  evaluation,
  not_evaluated: notEvaluated ?? null,
  reference_day: item.referenceDay,
  tools: item.tools,
  offered: offered.map(({ name, document }) => ({ name, tool: document.id })),
  turns: item.turns.map(({ user, thought, calls, observation, response }) => ({
    user,
    thought: thought.text,
    calls: json(calls),
    observation: json(observation),
    response,
  })),
  origins: json(item.origins),
  findings: json(item.findings),
  ...originOf(item),
  source_split: item.provenance.split,
  joined: (item.provenance.joined ?? []).map(({ source, recordId }) => `${source} ${recordId}`),
});

/** A row of TOOL_COLUMNS. @param member id before clustering, for a clustered tool as seen by one service */
export const toolRow = (document: ToolDocument, member: string | null): TableRow => ({
  id: document.id,
  member,
  service: document.service,
  name: document.name,
  description: document.description,
  transactional: document.transactional,
  required: document.required,
  optional: json(document.optional),
  results: document.results,
  parameters: json(document.parameters),
});
