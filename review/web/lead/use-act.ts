import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../api/request.js';
import type { SaidNo } from '../saving/act.js';

/** Runs one action of the lead at a time, shows its refusal where it was started, and then reloads the figures. */
export function useAct() {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<SaidNo>();
  const act = async <T>(doing: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    setSaid(undefined);
    try {
      const result = await doing();
      void cache.invalidateQueries();
      return result;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setSaid(error.said);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { busy, said, act };
}
