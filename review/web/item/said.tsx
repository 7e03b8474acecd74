import { WordDiff } from '../parts/word-diff.js';
import { useThread, type Mark } from './thread-context.js';

interface Props {
  readonly text: string;
  readonly before: string | undefined;
  /** Where it is in the content: then its words are marked that arguments have their values from. */
  readonly path?: string;
}

/** Words, with what was changed in them since they were generated, and with what calls have from them. */
export function Said({ text, before, path }: Props) {
  const { marks } = useThread();
  const found = path === undefined ? [] : (marks.get(path) ?? []);
  return (
    <span className="words" data-text={path}>
      {before === undefined || before === text ? (
        <Marked text={text} marks={found} />
      ) : (
        <WordDiff before={before} after={text} />
      )}
    </span>
  );
}

/** A text with its marks; those that no longer fit are left out. */
export function Marked({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }) {
  const fitting = marks.filter(({ end }) => end <= text.length);
  const rest = fitting.at(-1)?.end ?? 0;
  return (
    <>
      {fitting.map(({ start, end, of }, at) => (
        <span key={start}>
          {text.slice(fitting[at - 1]?.end ?? 0, start)}
          <mark data-of={of}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(rest)}
    </>
  );
}

/** What a tool returned, with the values marked that later calls have from it. */
export function ResultText({ text, path }: { readonly text: string; readonly path: string }) {
  const { marks } = useThread();
  return (
    <pre className="json" data-text={path}>
      <Marked text={text} marks={marks.get(path) ?? []} />
    </pre>
  );
}
