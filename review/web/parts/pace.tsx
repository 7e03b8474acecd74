import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useRoute } from '../route.js';
import { useSession } from '../work/session.js';

/** The reviewer's progress in the queue, as a bar and in numbers, and their pace. */
export function Pace() {
  const { api, pace } = useSession();
  const route = useRoute();
  const queue = 'queue' in route ? route.queue : '';
  const { data } = useQuery({
    queryKey: ['queue', queue],
    queryFn: () => api.queue(queue),
    staleTime: 60_000,
    enabled: queue !== '',
  });
  const { decided, seconds } = useSyncExternalStore(pace.subscribe, pace.snapshot);
  if (!data) return null;
  // Reopened items wait for a decision again.
  const done = data.byMe - data.again;
  const whole = done + data.forMe;
  const share = whole === 0 ? 100 : (100 * done) / whole;
  return (
    <div className="pace">
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className="left" width="100" height="1" />
        <rect className="done" width={share} height="1" />
      </svg>
      <span className="pace-says">
        <span data-testid="pace">
          {done} of {whole}
        </span>
        {decided > 0 && ` · ${decided} this session`}
        {seconds !== undefined && `, ${seconds} s each`}
      </span>
    </div>
  );
}
