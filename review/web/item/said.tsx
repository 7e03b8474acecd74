import { WordDiff } from '../parts/word-diff.js';

/** Words, with what was changed in them since they were generated. */
export function Said({ text, before }: { readonly text: string; readonly before: string | undefined }) {
  return (
    <span className="words">
      {before === undefined || before === text ? text : <WordDiff before={before} after={text} />}
    </span>
  );
}
