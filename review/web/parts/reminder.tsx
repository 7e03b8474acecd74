import type { QueueLine } from '../../../core/review/api.js';

const are = (n: number, rest: string): string => `${n} ${n === 1 ? 'is' : 'are'} ${rest}`;

/** The reviewer's assigned items, and those due soon or overdue; empty if there are none. */
export function Reminder({ mine: { assigned, dueSoon, late } }: Pick<QueueLine, 'mine'>) {
  const parts = [
    ...(assigned > 0 ? [are(assigned, 'assigned to you')] : []),
    ...(dueSoon > 0 ? [`${dueSoon} of yours ${dueSoon === 1 ? 'is' : 'are'} due within a day`] : []),
  ];
  if (parts.length === 0 && late === 0) return null;
  return (
    <p className="reminder">
      {parts.join(' · ')}
      {late > 0 && (
        <>
          {parts.length > 0 && ' · '}
          <strong className="late">{are(late, 'overdue')}</strong>
        </>
      )}
    </p>
  );
}
