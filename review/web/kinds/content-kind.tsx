import type { ComponentType, ReactNode } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { EditProblem, ToolShown } from '../../../core/review/api.js';
import type { CheckContent, GivenArgument, Tools } from './editing.js';
import { withValueAt, type Path } from '../../../core/json-path.js';
import type { Thread } from '../text/thread.js';

type OnContent = (content: JsonValue) => void;

/** How the page shows content of one kind, and how reviewers edit it. */
interface KindParts<T> {
  /** The content in its type; undefined if it does not match, which can happen while it is edited as JSON. */
  readonly as: (content: JsonValue) => T | undefined;
  /** @param original the generated content, if it has been edited since */
  readonly View: ComponentType<{
    readonly item: T;
    readonly original: T | undefined;
    readonly documents: readonly ToolShown[];
  }>;
  /** Absent: the content cannot be edited. */
  readonly Form?: ComponentType<{
    readonly item: T;
    readonly content: JsonValue;
    readonly tools: Tools;
    readonly onContent: OnContent;
    readonly check: CheckContent;
  }>;
  /** Names of the called tools, if the form offers other tools. */
  readonly called?: (item: T) => readonly string[];
  /** The texts and calls of the content, in order. Absent: it has no calls. */
  readonly thread?: (item: T) => Thread;
  /** The day that relative dates are counted from, if the item has one. */
  readonly referenceDay?: (item: T) => string | undefined;
  /** The item's name in its corpus or file. Absent: its id. */
  readonly named?: (item: T, itemId: string) => string;
  /**
   * The content with a value for an argument. Absent: the value is set at the argument's path.
   * @param call path of the call's arguments @param words position of the value in the user's words
   */
  readonly withArgument?: (content: JsonValue, call: Path, argument: GivenArgument) => JsonValue;
  /** Checks that the page can do without the server, so that problems follow each change after a first check. */
  readonly problems?: (item: T, shown: T) => readonly EditProblem[];
  /** Findings and flags, shown beside the content. */
  readonly Notes?: ComponentType<{ readonly item: T }>;
  /** Where the content came from, as a list of names and values. */
  readonly Facts?: ComponentType<{ readonly item: T }>;
  /** Title of the tool documents beside it; `hidden` if the content consists of them. Absent: their number. */
  readonly documents?: string;
}

/** The same without the type of the content, for the page. Functions return undefined for content of another kind. */
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
  /** @param shown the content before the edit; undefined: only the server can check */
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
