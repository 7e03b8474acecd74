import type { Figure } from '../figure.js';
import type { TEvalReportData } from './data.js';

/** Flags for reviewers, and review decisions if any. */
export function flagsAndReview({ manifest }: TEvalReportData): Figure[] {
  const { flagged, review, queries } = manifest.counts;
  const tables: Figure['tables'] = [
    { caption: 'Paths by flag', head: ['flag', 'paths'], rows: Object.entries(flagged) },
    ...(review === undefined
      ? []
      : [
          {
            caption: 'Review decisions',
            head: ['decision', 'paths'],
            rows: [
              ['for review', review.items],
              ['accepted', review.accepted],
              ['accepted with changes', review.edited],
              ...Object.entries(review.rejected).map(
                ([reason, count]) => [`rejected: ${reason}`, count] as const,
              ),
              ['undecided', review.undecided],
              ['in no round', review.unreviewed],
            ],
          },
          {
            caption: 'Decisions by reviewer',
            head: ['reviewer', 'decisions'],
            rows: Object.entries(review.reviewers),
          },
        ]),
  ].filter(({ rows }) => rows.length > 0);
  if (tables.length === 0) return [];
  return [
    {
      id: 'review',
      title: review === undefined ? 'Flags' : 'Flags and review',
      note: `A flag marks something for reviewers; a path can have several. ${queries.annotated} annotated paths.${review === undefined ? ' Nobody reviewed this run.' : ''}`,
      tables,
    },
  ];
}
