import { JUDGED_PARTS, PART_TITLES } from '../../../core/tooleyes/judgement.js';
import type { ScoreSheet } from '../../../core/tooleyes/score-sheet.js';
import { FieldRow } from '../form/field-row.js';
import { TrajectoryView } from './trajectory-view.js';

const SCORES = {
  kind: 'choice',
  options: Array.from({ length: 10 }, (_, at) => String(at + 1)),
  numbers: true,
} as const;

/** A form for the five scores of a trajectory, the only part that reviewers edit. */
export const ScoreForm = ({ item }: { readonly item: ScoreSheet }) => (
  <>
    <TrajectoryView {...item} />
    <fieldset className="call-form">
      <legend>Scores from 1 to 10</legend>
      {JUDGED_PARTS.map((part) => (
        <FieldRow
          key={part}
          path={['scores', part]}
          label={`${PART_TITLES[part]} (${part})`}
          field={SCORES}
          value={item.scores[part]}
        />
      ))}
    </fieldset>
  </>
);
