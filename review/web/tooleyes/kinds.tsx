import { checkNeed } from '../../../core/tooleyes/check-need.js';
import { QUERY_LENGTHS } from '../../../core/tooleyes/query.js';
import { JUDGED_PARTS, PART_TITLES } from '../../../core/tooleyes/judgement.js';
import { contentKind } from '../kinds/content-kind.js';
import { Part } from '../parts/part.js';
import { writtenQueryKind } from '../writing/written-kind.js';
import { ScoreForm } from './score-form.js';
import { asScoreSheet, asTrajectory, placeText } from './trajectory-content.js';
import { asTool } from './tool-content.js';
import { ToolForm } from './tool-form.js';
import { ToolView } from './tool-view.js';
import { TrajectoryView } from './trajectory-view.js';

export const trajectory = contentKind({
  as: asTrajectory,
  named: ({ path }, itemId) => `${placeText(path)}, ${itemId}`,
  View: ({ item: { scenario, path, query, turns = [], findings } }) => (
    <TrajectoryView {...{ scenario, path, query, turns, findings }} />
  ),
  Notes: ({ item: { judgement } }) =>
    judgement !== undefined && (
      <Part title="Scores of the judge" open>
        <dl className="facts">
          {JUDGED_PARTS.map((part) => (
            <div key={part}>
              <dt>{PART_TITLES[part]}</dt>
              <dd>{[judgement.eval_score[part]].flat().join(', ')}</dd>
            </div>
          ))}
        </dl>
      </Part>
    ),
  Facts: ({ item: { path, by, author, ending } }) => (
    <>
      <dt>Tools</dt>
      <dd>{placeText(path)}</dd>
      <dt>Written by</dt>
      <dd>{by === 'model' ? 'a model (draft)' : author === '' ? 'a person' : author}</dd>
      {ending !== undefined && (
        <>
          <dt>Ended</dt>
          <dd>{ending}</dd>
        </>
      )}
    </>
  ),
});

export const toolsQuery = writtenQueryKind({
  topic: 'Tools',
  lengths: QUERY_LENGTHS,
  look: ({ topic, query }, documents) => checkNeed(topic, query, documents),
});

export const libraryTool = contentKind({
  as: asTool,
  View: ToolView,
  Form: ({ item }) => <ToolForm item={item} />,
  named: ({ document }) => document.name,
  Facts: ({ item: { path, scenario } }) => (
    <>
      <dt>Subcategory</dt>
      <dd>{placeText(path)}</dd>
      <dt>Scenario</dt>
      <dd>{scenario}</dd>
    </>
  ),
  documents: 'hidden',
});

export const scoreSheet = contentKind({
  as: asScoreSheet,
  named: ({ path }, itemId) => `${placeText(path)}, ${itemId}`,
  View: ({ item }) => (
    <>
      <TrajectoryView {...item} />
      <dl className="facts">
        {JUDGED_PARTS.map((part) => (
          <div key={part}>
            <dt>{PART_TITLES[part]}</dt>
            <dd>{item.scores[part] ?? 'not scored yet'}</dd>
          </div>
        ))}
      </dl>
    </>
  ),
  Form: ({ item }) => <ScoreForm item={item} />,
  Facts: ({ item: { path, ending } }) => (
    <>
      <dt>Tools</dt>
      <dd>{placeText(path)}</dd>
      <dt>Ended</dt>
      <dd>{ending}</dd>
    </>
  ),
});
