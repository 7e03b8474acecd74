import type { ItemPage } from './api.js';

type Comment = ItemPage['comments'][number];

/** Comments grouped by thread, in order. An answer to a hidden comment starts a thread of its own. */
export function threadsOf(comments: readonly Comment[]): Comment[][] {
  const threads = new Map<string, Comment[]>();
  for (const comment of comments) {
    const thread = threads.get(comment.replyTo ?? comment.key);
    if (thread) thread.push(comment);
    else threads.set(comment.replyTo ?? comment.key, [comment]);
  }
  return [...threads.values()];
}
