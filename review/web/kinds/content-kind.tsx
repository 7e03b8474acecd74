import type { ComponentType, ReactNode } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { EditProblem, ToolShown } from '../../../core/review/api.js';
import type { CheckContent, GivenArgument, Tools } from './editing.js';
import { withValueAt, type Path } from '../../../core/json-path.js';
import type { Thread } from '../text/thread.js';

type OnContent = (content: JsonValue) => void;

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
  /** What is said and called in it, in order. Absent: nothing is called. */
  readonly thread?: (item: T) => Thread;
  /** The day that relative dates are counted from, where the item has one. */
  readonly referenceDay?: (item: T) => string | undefined;
  /** The item's name in its corpus or file. Absent: its id. */
  readonly named?: (item: T, itemId: string) => string;
  /**
   * The content with a value for an argument. Absent: it is put at its place.
   * @param call where the call's arguments are @param words where in the user's words the value stands
   */
  readonly withArgument?: (content: JsonValue, call: Path, argument: GivenArgument) => JsonValue;
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
  thread(content: JsonValue): Thread;
  referenceDay(content: JsonValue): string | undefined;
  named(content: JsonValue, itemId: string): string;
  withArgument(content: JsonValue, call: Path, argument: GivenArgument): JsonValue;
  readonly documents: string | undefined;
}

export function contentKind<T>(parts: KindParts<T>): ContentKind {
  const { as, View, Form, called, problems, Notes, Facts, documents: title } = parts;
  const { thread, referenceDay, named, withArgument } = parts;
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
    thread: (content) => (thread && of(content, thread)) ?? [],
    referenceDay: (content) => referenceDay && of(content, referenceDay),
    named: (content, itemId) => (named && of(content, (item) => named(item, itemId))) ?? itemId,
    withArgument: (content, call, argument) =>
      withArgument
        ? withArgument(content, call, argument)
        : withValueAt(content, [...call, argument.name], argument.value),
    documents: title,
  };
}
