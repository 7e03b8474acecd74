import { ORIGIN_WORDS, ORIGINS } from '../../../core/t-eval/origins.js';
import { percent, sum, type Figure } from '../figure.js';
import type { TEvalReportData } from './data.js';

/** Where the arguments of accepted paths come from; [] for a run that did not ask. */
export function argumentOrigins({ manifest }: TEvalReportData): Figure[] {
  const { origins, repaired = 0 } = manifest.counts;
  if (origins === undefined) return [];
  const all = sum(origins);
  return [
    {
      id: 'origins',
      title: 'Where arguments come from',
      note: `A model under test can only know what the query says, a document presets, or an earlier response has. ${repaired} queries were rewritten so that they state what their calls had from nowhere; UNDERSTAND asks for none of the ${origins.none} that still come from nowhere.`,
      tables: [
        {
          caption: 'Arguments by source',
          head: ['source', 'arguments', 'share'],
          rows: ORIGINS.map((from) => [
            ORIGIN_WORDS[from],
            origins[from],
            percent(origins[from] / Math.max(1, all)),
          ]),
        },
      ],
    },
  ];
}
