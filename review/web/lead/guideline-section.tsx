import { useState } from 'react';
import type { QueueView } from '../../../core/review/api.js';
import { ProblemNotice } from '../parts/problem-notice.js';
import { useSession } from '../work/session.js';
import { useAct } from './use-act.js';

const WAYS = {
  keep: 'Keep the decisions',
  'review flagged again': 'Review flagged items again',
  'review all again': 'Review all items again',
} as const;
type Way = keyof typeof WAYS;

interface Props {
  readonly queue: string;
  readonly view: QueueView;
}

/** A new version of the guideline, and what becomes of what was decided by the last. */
export function GuidelineSection({ queue, view }: Props) {
  const { api } = useSession();
  const { busy, said, act } = useAct();
  const [text, setText] = useState(view.guidelineText);
  const [then, setThen] = useState<Way>('keep');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [done, setDone] = useState('');
  const submit = async (): Promise<void> => {
    const result = await act(() => api.setGuideline(queue, { key, text, then }));
    if (!result) return;
    setKey(crypto.randomUUID());
    setDone(`The new version applies; ${result.reopened} items are reviewed again.`);
  };
  return (
    <section>
      <h2>Guideline</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label>
          Text (version {view.guideline} applies)
          <textarea rows={8} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <fieldset className="ways">
          <legend>Decisions under the previous version</legend>
          {Object.entries(WAYS).map(([way, says]) => (
            <label key={way}>
              <input type="radio" name="then" checked={then === way} onChange={() => setThen(way as Way)} />{' '}
              {says}
            </label>
          ))}
        </fieldset>
        {said && <ProblemNotice said={said} />}
        <button
          type="submit"
          className="button"
          disabled={busy || text.trim() === '' || text === view.guidelineText}
        >
          Publish the new version
        </button>
        <p role="status">{done}</p>
      </form>
    </section>
  );
}
