import type { ItemPage } from './api.js';

type Comment = ItemPage['comments'][number];

/** Comments by threads, in order; an answer to what one may not see stands by itself. */
export function threadsOf(comments: readonly Comment[]): Comment[][] {
  const threads = new Map<string, Comment[]>();
  for (const comment of comments) {
    const thread = threads.get(comment.replyTo ?? comment.key);
    if (thread) thread.push(comment);
    else threads.set(comment.replyTo ?? comment.key, [comment]);
  }
  return [...threads.values()];
}
