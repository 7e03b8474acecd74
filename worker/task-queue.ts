import type { Store } from '../store/store.js';

/** The task queue of a store. */
export const taskQueue = (store: Store): string => `benchwright-${store.id}`;
