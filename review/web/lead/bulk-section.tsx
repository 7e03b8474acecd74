import { useState } from 'react';
import type { ItemFilter, QueueView } from '../../../core/review/api.js';
import { ProblemNotice } from '../parts/problem-notice.js';
import { useSession } from '../work/session.js';
import { bodyOf } from '../work/use-work.js';
import { FilterFields, filterOf, textOf } from './filter-fields.js';
import { useAct } from './use-act.js';

interface Props {
  readonly queue: string;
  readonly view: QueueView;
}

interface Preview {
  readonly key: string;
  readonly count: number;
  /** Counted, and with others when it was decided. */
  readonly left: number;
  /** Of the count; the others wait for further votes or rounds. */
  readonly settles: number;
  readonly titles: readonly string[];
  readonly wanted: Wanted;
}
interface Wanted {
  readonly filter: ItemFilter;
  readonly verdict: 'approve' | 'reject';
  readonly reason?: string;
  readonly text?: string;
}

/** A decision on all items of a filter: counted and sampled first, and taken back as one. */
export function BulkSection({ queue, view }: Props) {
  const { api } = useSession();
  const { busy, said, act } = useAct();
  const [preview, setPreview] = useState<Preview>();
  const [done, setDone] = useState<Preview>();
  const [undone, setUndone] = useState('');

  const look = async (wanted: Wanted): Promise<void> => {
    setDone(undefined);
    setUndone('');
    // The key is of this decision, however often it is sent.
    const key = crypto.randomUUID();
    const found = await act(() => api.bulk(queue, { ...wanted, key }));
    setPreview(
      found && {
        key,
        count: found.count,
        left: found.left,
        settles: found.settles,
        titles: found.sample.map(({ title }) => title),
        wanted,
      },
    );
  };
  const decide = async (of: Preview): Promise<void> => {
    const { key, count, wanted } = of;
    const result = await act(() => api.bulk(queue, { ...wanted, key, expected: count }));
    if (!result) return;
    setDone({ ...of, count: result.count, left: result.left, settles: result.settles });
    setPreview(undefined);
  };
  const undo = async (of: Preview): Promise<void> => {
    const result = await act(() => api.undoBulk(queue, { key: crypto.randomUUID(), bulk: of.key }));
    if (!result) return;
    setDone(undefined);
    setUndone(
      `Undone for ${result.undone} items; ${result.kept} are kept, because others have continued from them.`,
    );
  };

  return (
    <section aria-label="Bulk decision">
      <h2>Bulk decision</h2>
      <BulkForm view={view} busy={busy} onLook={(wanted) => void look(wanted)} />
      {said && <ProblemNotice said={said} />}
      {preview && (
        <div className="notice" role="status">
          <p>
            <strong>
              {preview.wanted.verdict === 'approve' ? 'Approves' : 'Rejects'} {preview.count} items.
            </strong>{' '}
            {settling(preview, 'It settles', 'it is')} {preview.titles.length > 0 && 'Sample:'}
          </p>
          <ul>
            {preview.titles.map((title, at) => (
              <li key={at}>{title}</li>
            ))}
          </ul>
          <div className="buttons">
            <button
              type="button"
              className={preview.wanted.verdict === 'approve' ? 'button good' : 'button bad'}
              disabled={busy || preview.count === 0}
              onClick={() => void decide(preview)}
            >
              {preview.wanted.verdict === 'approve' ? 'Approve' : 'Reject'} these {preview.count}
            </button>
            <button type="button" className="button" onClick={() => setPreview(undefined)}>
              Cancel
            </button>
          </div>
        </div>
      )}
      {done && (
        <p className="notice" role="status">
          Done: {done.count} items. {settling(done, 'Settled:', 'it was')}
          {done.left > 0 && ` ${done.left} more had been claimed by others meanwhile and are unchanged.`}{' '}
          <button type="button" className="button small" disabled={busy} onClick={() => void undo(done)}>
            Undo all
          </button>
        </p>
      )}
      <p role="status">{undone}</p>
    </section>
  );
}

/** What comes of it: an item that others have to vote on too, or that has rounds to come, is not settled by it. */
function settling({ count, settles }: Preview, settled: string, is: string): string {
  if (count === 0) return '';
  if (settles === count) return `${settled} all of them.`;
  return `${settled} ${settles === 0 ? 'none' : settles} of them; on ${count - settles} ${is} one vote: other reviewers or later rounds decide as well.`;
}

interface FormProps {
  readonly view: QueueView;
  readonly busy: boolean;
  readonly onLook: (wanted: Wanted) => void;
}

function BulkForm({ view, busy, onLook }: FormProps) {
  const [verdict, setVerdict] = useState<'approve' | 'reject'>('approve');
  const submit = (form: HTMLFormElement): void => {
    const text = textOf(form);
    const filter = filterOf(form);
    const more = verdict === 'reject' ? bodyOf({ reason: text('reason'), text: text('text') }) : {};
    onLook({ filter: { ...filter, state: 'waiting' }, verdict, ...more });
  };
  return (
    <form
      className="grid-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <FilterFields view={view} />
      <label>
        decision
        <select
          value={verdict}
          onChange={(event) => setVerdict(event.target.value === 'reject' ? 'reject' : 'approve')}
        >
          <option value="approve">approve</option>
          <option value="reject">reject</option>
        </select>
      </label>
      {verdict === 'reject' && (
        <>
          <label>
            reason
            <select name="reason">
              {view.kind.reasons.map((reason) => (
                <option key={reason}>{reason}</option>
              ))}
            </select>
          </label>
          <label>
            text
            <input name="text" />
          </label>
        </>
      )}
      <button type="submit" className="button" disabled={busy}>
        Count first
      </button>
    </form>
  );
}
