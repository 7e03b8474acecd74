import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { ContentKind } from '../kinds/content-kind.js';
import { sourceOf, type Source, type Span } from '../text/sources.js';
import { callAt, callsIn, type CallPart, type Thread } from '../text/thread.js';

/** A marked part of a text, with the arguments that have their value from it. */
export interface Mark extends Span {
  /** Argument places such as `turns.0.calls.0.arguments.city`, separated by spaces. */
  readonly of: string;
}

/** The item's thread with the source of each argument's value. */
export interface KnownThread {
  readonly thread: Thread;
  readonly day: string | undefined;
  readonly sources: ReadonlyMap<string, Source>;
  /** By the path of a text. */
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
}
const EMPTY: KnownThread = { thread: [], day: undefined, sources: new Map(), marks: new Map() };
const ThreadContext = createContext<KnownThread>(EMPTY);

export const useThread = (): KnownThread => useContext(ThreadContext);
export const useCall = (path: string): CallPart | undefined => callAt(useThread().thread, path);

interface Props {
  readonly kind: ContentKind | undefined;
  readonly content: JsonValue;
  readonly children: ReactNode;
}

/** Provides the sources of the calls' values to the components inside. */
export function ThreadProvider({ kind, content, children }: Props) {
  const known = useMemo(() => (kind ? knownThread(kind, content) : EMPTY), [kind, content]);
  return <ThreadContext value={known}>{children}</ThreadContext>;
}

/** The place of an argument as rows and marks name it. */
export const argumentPlace = (call: string, name: string): string => `${call}.${name.replaceAll(' ', '_')}`;

export function knownThread(
  kind: Pick<ContentKind, 'thread' | 'referenceDay'>,
  content: JsonValue,
): KnownThread {
  const thread = kind.thread(content);
  const day = kind.referenceDay(content);
  const sources = new Map<string, Source>();
  const marks = new Map<string, Mark[]>();
  for (const call of callsIn(thread))
    for (const name of Object.keys(call.args)) {
      const source = sourceOf(thread, call, name, day);
      if (!source) continue;
      const place = argumentPlace(call.path, name);
      sources.set(place, source);
      const { path } = source.part;
      marks.set(path, [...(marks.get(path) ?? []), ...source.spans.map((span) => ({ ...span, of: place }))]);
    }
  return { thread, day, sources, marks: new Map([...marks].map(([path, of]) => [path, apart(of)])) };
}

/** Sorts marks and splits overlapping ones; a part that two arguments share names both. */
export function apart(marks: readonly Mark[]): Mark[] {
  const edges = [...new Set(marks.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  return edges.flatMap((start, at) => {
    const end = edges[at + 1];
    const of = end === undefined ? [] : marks.filter((mark) => mark.start <= start && mark.end >= end);
    return end === undefined || of.length === 0
      ? []
      : [{ start, end, of: [...new Set(of.map((mark) => mark.of))].join(' ') }];
  });
}
