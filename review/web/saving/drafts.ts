import * as z from 'zod';
import type { JsonValue } from '../../../core/canonical.js';
import { jsonSchema } from '../../../core/review/json.js';
import { namesWith, type KeyValue } from './storage.js';

const draftSchema = z.object({
  content: jsonSchema,
  half: z.string().optional(),
  atMs: z.number(),
  submitted: z.literal(true).optional(),
  aside: z.literal(true).optional(),
});

/** An edit that nobody has submitted yet. */
export interface Draft {
  readonly content: JsonValue;
  /** What stands in the JSON view where that is no JSON yet; the content is as it was last whole. */
  readonly half?: string | undefined;
  /** When it was last typed on, milliseconds since 1970. */
  readonly atMs: number;
  /** It was submitted, and the server has not recorded it as it is: it is not saved until it is submitted or discarded. */
  readonly submitted?: true | undefined;
  /** Its item was decided on without it, or its edit was undone: it is offered, and not opened at once. */
  readonly aside?: true | undefined;
}

/** What a draft belongs to: whose it is, and the version of the item that it began from. */
export interface DraftOf {
  readonly by: string;
  readonly queue: string;
  readonly itemId: string;
  readonly version: string;
}

const PREFIX = 'benchwright:draft:';
const NONE: readonly DraftOf[] = [];
const nameOf = ({ by, queue, itemId, version }: DraftOf): string =>
  PREFIX + [by, queue, itemId, version].map(encodeURIComponent).join(':');

const ofName = (name: string): DraftOf => {
  const [by = '', queue = '', itemId = '', version = ''] = name
    .slice(PREFIX.length)
    .split(':')
    .map(decodeURIComponent);
  return { by, queue, itemId, version };
};

/** Drafts on this machine: written at each keystroke, gone when the server has the edit or their owner drops them. */
export class Drafts {
  #submitted: { readonly by: string; readonly list: readonly DraftOf[] } | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly storage: KeyValue) {}

  /** Hears when the list of submitted drafts changes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Drafts of edits that were submitted and are not recorded as they are; those of earlier pages too. */
  submitted(by: string): readonly DraftOf[] {
    if (this.#submitted?.by !== by) {
      const list = namesWith(this.storage, `${PREFIX}${encodeURIComponent(by)}:`)
        .map(ofName)
        .filter((of) => this.read(of)?.submitted);
      this.#submitted = { by, list: list.length > 0 ? list : NONE };
    }
    return this.#submitted.list;
  }

  /** @returns whether it could be kept (a full or forbidden storage cannot) */
  keep(of: DraftOf, draft: Draft): boolean {
    try {
      this.storage.setItem(nameOf(of), JSON.stringify(draft));
      this.#marked(of, draft.submitted === true);
      return true;
    } catch {
      return false;
    }
  }

  read(of: DraftOf): Draft | undefined {
    const text = this.storage.getItem(nameOf(of));
    if (text === null) return undefined;
    try {
      return draftSchema.parse(JSON.parse(text));
    } catch {
      return undefined; // not ours, or of a version of the page long gone
    }
  }

  drop(of: DraftOf): void {
    this.storage.removeItem(nameOf(of));
    this.#marked(of, false);
  }

  /** Marks the draft, where there is one. */
  mark(of: DraftOf, marks: Pick<Draft, 'submitted' | 'aside'>): void {
    const draft = this.read(of);
    if (draft) this.keep(of, { ...draft, ...marks });
  }

  /** Typing on changes nothing of the list, and reads nothing again. */
  #marked(of: DraftOf, submitted: boolean): void {
    const name = nameOf(of);
    const known = this.#submitted?.list.some((one) => nameOf(one) === name) ?? !submitted;
    if (known === submitted) return;
    this.#submitted = undefined;
    for (const listener of this.#listeners) listener();
  }

  /** Item ids of a queue with a draft of this person, whatever version it began from. */
  itemsWith(by: string, queue: string): ReadonlySet<string> {
    const prefix = PREFIX + [by, queue].map(encodeURIComponent).join(':') + ':';
    return new Set(
      namesWith(this.storage, prefix).map((name) =>
        decodeURIComponent(name.slice(prefix.length).split(':')[0] ?? ''),
      ),
    );
  }
}
