import { SCREENED_FACTS } from '../../../core/tooleyes/screening.js';
import type { ToolCounts, ToolLine } from '../../../core/tooleyes/tool-line.js';
import { ownPart } from '../../../core/own-part.js';
import type { Figure } from '../figure.js';

const FACT_TITLES = {
  price: 'price of a call',
  failures: 'share of failed calls',
  answerTokens: 'tokens of an answer',
  returns: 'whether it returns anything',
} as const satisfies Record<(typeof SCREENED_FACTS)[number], string>;

const shortPath = (path: string): string => path.split('/').slice(-2).join('/');

/** The outcomes of the tools that were read; empty if all were used unchanged. @param dropped the listed ones */
export function chosenTools(counts: ToolCounts | undefined, dropped: readonly ToolLine[]): Figure[] {
  if (counts === undefined) return [];
  const { read, kept, documents, known, emptied } = counts;
  return [
    {
      ...{ id: 'chosen-tools', title: 'Which tools were kept' },
      note: `${kept} of ${read} tools were kept. A model wrote the documents of ${documents.model}, people changed those of ${documents.person}${
        documents.notWritten === 0 ? '' : `; ${documents.notWritten} were not written`
      }.${
        emptied.length === 0 ? '' : ` No tools are left in ${emptied.map(shortPath).join(', ')}.`
      } data/tools.jsonl has every tool.`,
      fold: true,
      tables: [
        {
          caption: 'Dropped tools by reason',
          head: ['stage', 'reason', 'tools'],
          rows: counts.dropped.flatMap(({ stage, reasons }) =>
            Object.entries(reasons).map(([reason, count]) => [stage, reason, String(count)]),
          ),
        },
        {
          caption: 'What was known of tools; what is not known drops none',
          head: ['fact', 'tools', 'of'],
          rows: SCREENED_FACTS.map((fact) => [
            FACT_TITLES[fact],
            String(ownPart(known, fact) ?? 0),
            String(read),
          ]),
        },
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
