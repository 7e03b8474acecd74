import pc from 'picocolors';
import type { JsonValue } from '../../core/canonical.js';
import { DUPLICATES_QUEUE, INTENTS_QUEUE } from '../../core/mtu-bench/queues.js';
import { DOCUMENTS_QUEUE, QUERIES_QUEUE } from '../../core/t-eval/queues.js';
import type { IntentItem } from '../../core/mtu-bench/intents.js';
import { completed, completedWords, type DocumentItem } from '../../core/t-eval/completion.js';
import type { QueryItem } from '../../core/t-eval/query-item.js';
import type { PairedTool, ToolPair } from '../../core/mtu-bench/tool-pairs.js';
import { asRecordItem } from '../../transforms/correct/record-review.js';
import { intentQuestion } from '../../transforms/mtu-bench/intents/intent-question.js';
import { asDocumentItem } from '../../transforms/t-eval/review/document-review.js';
import { asIntentItem } from '../../transforms/mtu-bench/review/intent-review.js';
import { itemFromContent } from '../../transforms/mtu-bench/review/item-schema.js';
import { asAnnotatedItem } from '../../transforms/t-eval/review/path-schema.js';
import { asToolPair } from '../../transforms/mtu-bench/review/pair-review.js';
import { asQueryItem } from '../../transforms/t-eval/review/query-review.js';
import { recordText } from '../../families/correct/item-text.js';
import { annotatedLines } from '../../families/t-eval/item-text.js';
import { turnLines } from '../../families/mtu-bench/item-text.js';
import { documentLines } from '../../app/text/tools.js';

/** Formatters of review content by queue family. */
const LINES: Readonly<Record<string, (content: JsonValue) => string[]>> = {
  'mtu-bench': (content) => itemFromContent(content).turns.flatMap(turnLines),
  correct: (content) => recordText(asRecordItem(content)),
  't-eval': (content) => annotatedLines(asAnnotatedItem(content)),
  [DOCUMENTS_QUEUE]: (content) => completedLines(asDocumentItem(content)),
  [QUERIES_QUEUE]: (content) => queryLines(asQueryItem(content)),
  [INTENTS_QUEUE]: (content) => intentLines(asIntentItem(content)),
  [DUPLICATES_QUEUE]: (content) => pairLines(asToolPair(content)),
};

/** A queue item's content as lines; JSON for unknown families. */
export const contentLines = (family: string, content: JsonValue): string[] =>
  LINES[family]?.(content) ?? JSON.stringify(content, null, 2).split('\n');

/** A completed tool document, with additions marked. */
function completedLines({ recordId, tool, given, completion }: DocumentItem): string[] {
  return [
    `  ${tool.name}: ${tool.description}`,
    ...documentLines(recordId, completed(given, completion)),
    '',
    ...[...completedWords(given, completion)].map(([part, words]) =>
      pc.yellow(`  written  ${part}: ${words}`),
    ),
  ];
}

/** A query with the APIs for solving it. */
function queryLines({ role, query, generated, apis }: QueryItem): string[] {
  return [
    `  asked by   ${role}`,
    `  ${pc.cyan('query')}      ${query}`,
    ...(generated === query ? [] : [pc.dim(`  generated  ${generated}`)]),
    ...apis.map(
      ({ name, description }) => `  offered    ${name}: ${description.replace(/\s+/g, ' ').trim()}`,
    ),
  ];
}

/** An intent with inputs, results and a model's proposal. */
function intentLines({ document, proposal }: IntentItem): string[] {
  const { parameters, results } = intentQuestion(document);
  return [
    `  ${pc.cyan(document.id)}`,
    `    ${document.description}`,
    ...parameters.map(
      ({ name, description, required }) => `    ${name}  ${description}${required ? ', required' : ''}`,
    ),
    ...results.map(({ name, description }) => `    returns ${name}  ${description}`),
    ...(proposal
      ? [pc.yellow(`  a model takes it for ${proposal.suitable ? 'a tool' : 'none'}: ${proposal.reason}`)]
      : []),
  ];
}

/** Two possibly duplicate tools. */
const pairLines = ({ tools, distance, name }: ToolPair): string[] => [
  `  distance of their names ${distance}`,
  ...(name === '' ? [] : [`  ${pc.yellow('as one tool')} ${name}`]),
  ...tools.flatMap(pairedLines),
];

function pairedLines({ document, members }: PairedTool): string[] {
  const { id, description, required, optional, results, parameters } = document;
  const slot = (kind: string) => (name: string) =>
    `    ${kind} ${name}: ${parameters[name]?.description ?? ''}`;
  const others = members.filter((member) => member !== id);
  return [
    '',
    `  ${pc.cyan(id)}${others.length === 0 ? '' : `, with ${others.join(', ')}`}`,
    `    ${description}`,
    ...required.map(slot('required')),
    ...Object.keys(optional).map(slot('optional')),
    ...results.map(slot('returns ')),
  ];
}
