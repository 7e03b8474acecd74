import { bestConstant } from '../../../core/t-eval/best-constant.js';
import { REVIEW_KINDS, REVIEW_LABELS } from '../../../core/t-eval/query.js';
import { percent, sum, type Figure } from '../figure.js';
import type { TEvalReportData } from './data.js';

/** The answers of REVIEW; [] for a run of before it was balanced. */
export function reviewAnswers({ manifest }: TEvalReportData): Figure[] {
  const { labels } = manifest.counts;
  const { balance } = manifest.settings;
  if (labels === undefined || balance === undefined) return [];
  const { records, left } = labels;
  const { answer, score } = bestConstant(records);
  const reached =
    score <= balance.most + 1e-9
      ? ''
      : ' There are too few calls with other answers to reach that, so every judged call is in the file.';
  return [
    {
      id: 'answers',
      title: 'Answers of REVIEW',
      note: `No answer is to have more than ${percent(balance.most)} of the file: ${left} judged calls are left out.${reached} Always answering ${answer} scores ${score.toFixed(2)}.`,
      tables: [
        {
          caption: 'Records by answer',
          head: ['answer', 'kind', 'records', 'share'],
          rows: REVIEW_LABELS.map((label) => [
            label,
            REVIEW_KINDS[label],
            records[label],
            percent(records[label] / Math.max(1, sum(records))),
          ]),
        },
      ],
    },
  ];
}
