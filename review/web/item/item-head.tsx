import type { Ref } from 'react';
import type { ItemPage } from '../../../core/review/api.js';
import { dayInWords } from '../../../core/calendar.js';
import { contentKindOf } from '../kinds/kinds.js';
import { useSecondsTo } from '../parts/save-state.js';
import type { Work } from '../work/claims.js';

interface Props {
  readonly ref: Ref<HTMLHeadingElement>;
  readonly page: ItemPage;
  readonly work: Extract<Work, { item: unknown }>;
}

/** The item's title, its place in the queue, and the state of the lease. */
export function ItemHead({ ref, page, work }: Props) {
  const kind = contentKindOf(page.kind);
  const day = kind?.referenceDay(page.content);
  const name = kind?.named(page.content, page.itemId) ?? page.itemId;
  return (
    <header className="item-head">
      <h1 ref={ref} tabIndex={-1} data-item={page.itemId}>
        {page.neutral ? page.title : name} <span className="setting">{page.setting}</span>
      </h1>
      {!page.neutral && (
        <p className="note in-list" title={page.title}>
          <code>{page.itemId}</code> {page.title !== name && <>“{page.title}”</>}
        </p>
      )}
      <p className="chips">
        <span className={`state ${page.state}`}>{page.state}</span>
        <span className="chip">{page.neutral ? page.split : `split ${page.split}`}</span>
        {day !== undefined && <span className="chip">Reference day: {dayInWords(day)}</span>}
        {page.round !== undefined && <span className="chip">{page.round}</span>}
        {page.flags.map((flag) => (
          <span key={flag} className="chip flag">
            <span className="visually-hidden">Flag: </span>
            {flag}
          </span>
        ))}
        <Hold work={work} />
      </p>
    </header>
  );
}

/** From so many remaining seconds on, the page warns that the lease ends. */
const SOON = 180;

function Hold({ work }: { readonly work: Props['work'] }) {
  const seconds = useSecondsTo(work.state === 'held' ? work.claim.untilMs : undefined);
  const says =
    work.state === 'held'
      ? seconds === 0
        ? 'Your lease has expired; submitting claims the item again if nobody else has it'
        : seconds < SOON
          ? `Yours for less than ${Math.ceil(seconds / 60)} min`
          : 'Yours'
      : work.state === 'lost'
        ? 'No longer yours'
        : 'Read only';
  return (
    <span className="hold" role="status" aria-live="polite" data-testid="hold">
      {says}
    </span>
  );
}
