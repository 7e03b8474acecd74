import type { ComponentType, ReactNode } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { EditProblem, ToolShown } from '../../../core/review/api.js';
import type { Tools } from '../form/use-tools.js';

type OnContent = (content: JsonValue) => void;
/** Checks an edit on the server. @returns the content as it would be stored; undefined: it has problems */
export type CheckContent = (content: JsonValue) => Promise<JsonValue | undefined>;

/** How the page shows contents of one shape, and lets reviewers edit them. */
interface KindParts<T> {
  /** The content, where it has the shape: one that is being edited as JSON may have lost it. */
  readonly as: (content: JsonValue) => T | undefined;
  /** @param original as it was generated, where it has been edited since */
  readonly View: ComponentType<{
    readonly item: T;
    readonly original: T | undefined;
    readonly documents: readonly ToolShown[];
  }>;
  /** Absent: nothing of it is edited. */
  readonly Form?: ComponentType<{
    readonly item: T;
    readonly content: JsonValue;
    readonly tools: Tools;
    readonly onContent: OnContent;
    readonly check: CheckContent;
  }>;
  /** Names of the tools that it calls, where the form offers others. */
  readonly called?: (item: T) => readonly string[];
  /** What the server's checks find, where the page can say it itself: after a check, problems then follow each change. */
  readonly problems?: (item: T, shown: T) => readonly EditProblem[];
  /** What stands beside it: findings, flags. */
  readonly Notes?: ComponentType<{ readonly item: T }>;
  /** Where it came from: names and values of a list of facts. */
  readonly Facts?: ComponentType<{ readonly item: T }>;
  /** Title of the tool documents beside it; `hidden` where it consists of them. Absent: their number. */
  readonly documents?: string;
}

/** The same for the page, which has contents of all shapes; undefined of a content that has not this one. */
export interface ContentKind {
  view(
    content: JsonValue,
    original: JsonValue | undefined,
    documents: readonly ToolShown[],
  ): ReactNode | undefined;
  readonly form?: (
    content: JsonValue,
    tools: Tools,
    onContent: OnContent,
    check: CheckContent,
  ) => ReactNode | undefined;
  called(content: JsonValue): readonly string[] | undefined;
  /** @param shown what is edited; undefined: only the server can say */
  problems(content: JsonValue, shown: JsonValue): readonly EditProblem[] | undefined;
  notes(content: JsonValue): ReactNode;
  facts(content: JsonValue): ReactNode;
  readonly documents: string | undefined;
}

export function contentKind<T>(parts: KindParts<T>): ContentKind {
  const { as, View, Form, called, problems, Notes, Facts, documents: title } = parts;
  const of = <R,>(content: JsonValue, use: (item: T) => R): R | undefined => {
    const item = as(content);
    return item === undefined ? undefined : use(item);
  };
  return {
    view: (content, original, documents) =>
      of(content, (item) => (
        <View
          item={item}
          original={original === undefined ? undefined : as(original)}
          documents={documents}
        />
      )),
    ...(Form && {
      form: (content, tools, onContent, check) =>
        of(content, (item) => <Form {...{ item, content, tools, onContent, check }} />),
    }),
    called: (content) => called && of(content, called),
    problems: (content, shown) => {
      const before = as(shown);
      return problems && before && of(content, (item) => problems(item, before));
    },
    notes: (content) => Notes && of(content, (item) => <Notes item={item} />),
    facts: (content) => Facts && of(content, (item) => <Facts item={item} />),
    documents: title,
  };
}
