import { ownTools, parametersText, type Subcategory } from '../../core/tooleyes/library.js';
import type { Scenario } from '../../core/tooleyes/scenarios.js';
import type { ToolLine } from '../../core/tooleyes/tool-line.js';
import type { Figure } from '../report/figure.js';
import { pageHtml } from '../report/page.js';

const shortPath = (path: string): string => path.split('/').slice(-2).join('/');

/** Tools that were read and are not in the library; nothing where none were chosen. */
function droppedTools(lines: readonly ToolLine[]): Figure[] {
  const dropped = lines.filter(({ outcome }) => outcome === 'dropped');
  return dropped.length === 0
    ? []
    : [
        {
          ...{ id: 'dropped', title: `Tools that are not in the library: ${dropped.length}` },
          ...{ note: 'Why screening or people left them out.', fold: true },
          tables: [
            {
              caption: 'Dropped tools',
              head: ['tool', 'stage', 'reason', 'detail'],
              rows: dropped.map(({ path, tool, stage = '', reason = '', detail = '' }) => [
                `${shortPath(path)}/${tool}`,
                ...[stage, reason, detail],
              ]),
            },
          ],
        },
      ];
}

/** A page on which one can browse a library: its categories by scenario, and the tools of each subcategory. */
export function libraryPage(
  library: readonly Subcategory[],
  scenarios: readonly Scenario[],
  chosen?: readonly ToolLine[],
): string {
  const tools = library.reduce((sum, one) => sum + ownTools(one).length, 0);
  return pageHtml({
    title: 'Tool library',
    facts: [
      ['scenarios', scenarios.map(({ key, title }) => `${key} ${title}`).join(', ')],
      ['categories', String(new Set(library.map(({ category }) => category)).size)],
      ['subcategories', String(library.length)],
      ['tools', String(tools)],
    ],
    figures: [
      ...scenarios.flatMap(({ key, title, categories }) => {
        const of = library.filter(({ category }) => categories.includes(category));
        if (of.length === 0) return [];
        return [
          {
            id: key,
            title: `${key}: ${title}`,
            note: `${of.length} subcategories. Parameters in brackets are optional.`,
            fold: true,
            tables: of.map((one) => ({
              caption: `${one.category}/${one.name}`,
              head: ['tool', 'what it does', 'parameters'],
              rows: ownTools(one).map((tool) => [tool.name, tool.description, parametersText(tool)]),
            })),
          },
        ];
      }),
      ...droppedTools(chosen ?? []),
    ],
    examplesNote: '',
    examples: [],
  });
}
