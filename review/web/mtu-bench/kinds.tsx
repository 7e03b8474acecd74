import { PairForm } from './pair-form.js';
import { ItemForm } from './item-form.js';
import { Conversation, Finding } from './conversation.js';
import { asIntent } from './intent-content.js';
import { IntentView } from './intent-view.js';
import { asItem, formActions, threadOf, withGiven } from './item-content.js';
import { asPair } from './pair-content.js';
import { PairView } from './pair-view.js';
import { contentKind } from '../kinds/content-kind.js';
import { Part } from '../parts/part.js';

export const dialogue = contentKind({
  as: asItem,
  View: Conversation,
  Form: ({ item, content, tools, onContent }) => (
    <ItemForm {...{ item, tools }} {...formActions({ content, onContent })} />
  ),
  thread: threadOf,
  referenceDay: ({ referenceDay }) => referenceDay,
  named: ({ provenance }) => provenance.recordId,
  withArgument: withGiven,
  called: ({ turns }) => turns.flatMap(({ calls }) => calls.map(({ tool }) => tool)),
  Notes: ({ item: { findings } }) =>
    findings.length > 0 && (
      <Part title={`Findings (${findings.length})`} open>
        {findings.map((finding, at) => (
          <Finding key={at} finding={finding} turn />
        ))}
      </Part>
    ),
  Facts: ({ item: { provenance, referenceDay, origins } }) => (
    <>
      <dt>Source</dt>
      <dd>
        {provenance.source} ({provenance.split})
      </dd>
      <dt>Record</dt>
      <dd>{provenance.recordId}</dd>
      <dt>File</dt>
      <dd>
        {provenance.file}, line {provenance.line}
      </dd>
      <dt>Licence</dt>
      <dd>{provenance.licence}</dd>
      <dt>Date of the dialogue</dt>
      <dd>{referenceDay}</dd>
      <dt>Origins</dt>
      <dd>
        {Object.entries(origins)
          .map(([part, origin]) => `${part}: ${origin}`)
          .join(', ')}
      </dd>
    </>
  ),
});

export const intent = contentKind({
  as: asIntent,
  View: IntentView,
  named: ({ document }) => document.id,
  documents: 'hidden',
});

export const pairOfTools = contentKind({
  as: asPair,
  View: PairView,
  Form: PairForm,
  named: ({ recordId }) => recordId,
  Facts: ({ item: { recordId, distance } }) => (
    <>
      <dt>Tools</dt>
      <dd>{recordId}</dd>
      <dt>Distance between names</dt>
      <dd>{distance}</dd>
    </>
  ),
  documents: 'hidden',
});
