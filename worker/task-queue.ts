import type { Store } from '../store/store.js';

/** The queue of a store's work. */
export const taskQueue = (store: Store): string => `benchwright-${store.id}`;
