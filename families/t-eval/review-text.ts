import pc from 'picocolors';
import { completed, completedWords, type DocumentItem } from '../../core/t-eval/completion.js';
import type { QueryItem } from '../../core/t-eval/query-item.js';
import { documentLines } from '../../app/text/tools.js';

/** A completed tool document, with additions marked. */
export function completedLines({ recordId, tool, given, completion }: DocumentItem): string[] {
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
export function queryLines({ role, query, generated, apis }: QueryItem): string[] {
  return [
    `  asked by   ${role}`,
    `  ${pc.cyan('query')}      ${query}`,
    ...(generated === query ? [] : [pc.dim(`  generated  ${generated}`)]),
    ...apis.map(
      ({ name, description }) => `  offered    ${name}: ${description.replace(/\s+/g, ' ').trim()}`,
    ),
  ];
}
