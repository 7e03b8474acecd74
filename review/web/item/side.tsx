import type { ReactNode } from 'react';
import type { ItemPage, ShownVisit, ToolShown } from '../../../core/review/api.js';
import { Fold } from '../parts/fold.js';
import { timeText } from '../parts/time.js';
import { Changes } from '../parts/word-diff.js';
import { Finding } from './conversation.js';
import { asDocument } from './document-content.js';
import { asIntent } from './intent-content.js';
import { asItem } from './item-content.js';
import { asPair } from './pair-content.js';
import { asPath, flagSentence } from './path-content.js';
import { asQuery } from './query-content.js';
import { asRecord } from './record-content.js';
import { RecordFindingView } from './record-view.js';
import { Provenance } from './provenance.js';

interface Props {
  readonly page: ItemPage;
  readonly onUndo: (decision: string) => void;
}

/** What belongs to an item beside its words. */
export function Side({ page, onUndo }: Props) {
  const item = asItem(page.content);
  const path = asPath(page.content);
  const record = asRecord(page.content);
  const document = asDocument(page.content);
  // Its documents are what is judged.
  const pair = asPair(page.content);
  const decided = page.visits.filter(({ decided: count }) => count > 0);
  return (
    <aside className="side" aria-label="About the item">
      {page.before && (
        <Part title="Earlier decisions" open>
          <p>
            An earlier version was <strong>{page.before.outcome}</strong> in {page.before.from}.
          </p>
          <Changes before={page.before.content} after={page.content} same="The content was the same." />
        </Part>
      )}
      {page.version !== page.originalVersion && (
        <Part title="Changed since it was generated" open>
          <Changes before={page.original} after={page.content} same="No visible changes." />
        </Part>
      )}
      {item && item.findings.length > 0 && (
        <Part title={`Findings (${item.findings.length})`} open>
          {item.findings.map((finding, at) => (
            <Finding key={at} finding={finding} turn />
          ))}
        </Part>
      )}
      {record && record.findings.length > 0 && (
        <Part title={`Findings (${record.findings.length})`} open>
          {record.findings.map((finding, at) => (
            <RecordFindingView key={at} finding={finding} />
          ))}
        </Part>
      )}
      {path && path.flags.length > 0 && (
        <Part title={`Flags (${path.flags.length})`} open>
          {path.flags.map((flag) => (
            <p key={flag} className="finding">
              {flagSentence(flag)}
            </p>
          ))}
        </Part>
      )}
      {!pair && !asIntent(page.content) && (
        <Part
          title={document ? 'The original document' : `Tools (${page.documents.length})`}
          open={page.documents.length <= 2}
        >
          {page.documents.map((one) => (
            <ToolDocument key={one.id} document={one} open={page.documents.length <= 2} />
          ))}
        </Part>
      )}
      {decided.length > 0 && (
        <Part title="Decisions" open>
          {decided.map((visit) => (
            <VisitView key={visit.visit} visit={visit} onUndo={onUndo} />
          ))}
        </Part>
      )}
      {page.comments.length > 0 && (
        <Part title={`Comments (${page.comments.length})`} open>
          <ul className="comments">
            {page.comments.map((comment) => (
              <li key={comment.key}>
                <span className="faint">
                  {comment.by}, {timeText(comment.atMs)}
                </span>
                <p>{comment.text}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Provenance">
        <Provenance {...{ page, item, path, record, pair }} query={asQuery(page.content)} />
      </Part>
    </aside>
  );
}

function Part({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <section className="part">
      <Fold title={<h2>{title}</h2>} open={open}>
        {children}
      </Fold>
    </section>
  );
}

function ToolDocument({ document, open }: { document: ToolShown; open: boolean }) {
  return (
    <Fold title={<code className="tool">{document.name}</code>} open={open}>
      <p>{document.description}</p>
      <dl className="parameters">
        {document.parameters.map((parameter) => (
          <div key={parameter.name}>
            <dt>
              <code>{parameter.name}</code>{' '}
              <span className="faint">
                {parameter.type}
                {parameter.required ? ', required' : ''}
                {parameter.default !== undefined && `, default ${parameter.default}`}
              </span>
            </dt>
            <dd>
              {parameter.description}
              {parameter.enum && <span className="faint"> One of: {parameter.enum.join(', ')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

const SAYS = { approve: 'approved', edit: 'edited', reject: 'rejected' } as const;

function VisitView({ visit, onUndo }: { visit: ShownVisit; onUndo: (decision: string) => void }) {
  const hidden = visit.decided - visit.decisions.length;
  return (
    <>
      <h3>
        {visit.round}{' '}
        <span className="faint">
          {visit.decided} of {visit.needed}
        </span>
      </h3>
      <ul className="decisions">
        {visit.decisions.map((decision) => (
          <li key={decision.key}>
            <span className={`state ${decision.verdict}`}>{SAYS[decision.verdict]}</span> by {decision.by}
            {decision.adjudicates && ', adjudicating'}
            <span className="faint"> {timeText(decision.atMs)}</span>
            {decision.reason !== undefined && <p>Reason: {decision.reason}</p>}
            {decision.text !== undefined && <p>{decision.text}</p>}
            {decision.undoable && (
              <button type="button" className="plain" onClick={() => onUndo(decision.key)}>
                Undo it
              </button>
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="note">{hidden} by others: shown when the round is settled.</p>}
    </>
  );
}
