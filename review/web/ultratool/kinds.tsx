import type { JsonValue } from '../../../core/canonical.js';
import { callProblems, joinedProblems } from '../../../core/review/call-check.js';
import { planCalls } from '../../../core/ultratool/plan-calls.js';
import { toolShownOf } from '../../../core/ultratool/tool-shown.js';
import { QUERY_LENGTHS } from '../../../core/ultratool/query.js';
import { checkEditedPlan, problemOf } from '../../../core/ultratool/item.js';
import { contentKind } from '../kinds/content-kind.js';
import { Part } from '../parts/part.js';
import { parsePath } from '../../../core/json-path.js';
import { pathWords } from '../text/json-path.js';
import { writtenQueryKind } from '../writing/written-kind.js';
import { asMerge } from './merge-content.js';
import { MergeForm } from './merge-form.js';
import { MergeView } from './merge-view.js';
import { asPlan, contentOf, threadOf, withGiven } from './plan-content.js';
import { PlanForm } from './plan-form.js';
import { PlanView } from './plan-view.js';
import { SuggestedView } from './suggested-view.js';
import './plan.css';

export const planTree = contentKind({
  as: asPlan,
  View: PlanView,
  Form: PlanForm,
  thread: threadOf,
  withArgument: withGiven,
  named: ({ domain }, itemId) => `${domain}, ${itemId}`,
  problems: (item, shown) =>
    joinedProblems(
      checkEditedPlan(shown, item).map(problemOf),
      callProblems(
        planCalls(shown as unknown as JsonValue),
        planCalls(item as unknown as JsonValue),
        (name) => {
          const tool = item.tools.find((one) => one.name === name);
          return tool && toolShownOf(tool);
        },
      ),
    ),
  Notes: ({ item }) =>
    item.findings !== undefined &&
    item.findings.length > 0 && (
      <Part title={`Findings (${item.findings.length})`} open>
        {item.findings.map(({ path, text }) => (
          <p key={path + text} className="finding">
            {pathWords(parsePath(path), contentOf(item))}: {text}
          </p>
        ))}
      </Part>
    ),
  Facts: ({ item: { kind, domain, language } }) => (
    <>
      <dt>Kind</dt>
      <dd>{kind}</dd>
      <dt>Domain</dt>
      <dd>{domain}</dd>
      <dt>Language</dt>
      <dd>{language === 'en' ? 'English' : 'Chinese'}</dd>
    </>
  ),
  documents: 'hidden',
});

export const writtenQuery = writtenQueryKind({
  topic: 'Domain',
  lengths: QUERY_LENGTHS,
  tools: {
    label: 'Suggested tools',
    hint: 'Names separated by semicolons, or documents as JSON; may be empty',
    View: SuggestedView,
  },
});

export const toolMerge = contentKind({
  as: asMerge,
  View: MergeView,
  Form: MergeForm,
  named: ({ members }) => members.map(({ name }) => name).join(', '),
  Facts: ({ item: { members } }) => (
    <>
      <dt>Tools</dt>
      <dd>{members.map(({ name }) => name).join(', ')}</dd>
    </>
  ),
  documents: 'hidden',
});
