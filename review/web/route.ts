import { useSyncExternalStore } from 'react';
import type { ItemFilter } from '../../core/review/api.js';
import { hrefOf, parseRoute, type Route } from './address.js';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/** The current route. */
export const useRoute = (): Route => parseRoute(useSyncExternalStore(subscribe, () => window.location.hash));

export const goTo = (route: Route): void => {
  window.location.hash = hrefOf(route).slice(1);
};

/** The filter in the current address. */
export function filterNow(): ItemFilter {
  const route = parseRoute(window.location.hash);
  return 'filter' in route ? route.filter : {};
}
