import * as z from 'zod';
import type { JsonValue } from '../../../core/canonical.js';
import { jsonSchema } from '../../../core/review/json.js';
import { namesWith, type KeyValue } from './storage.js';

const draftSchema = z.object({ content: jsonSchema, half: z.string().optional(), atMs: z.number() });

/** An edit that nobody has submitted yet. */
export interface Draft {
  readonly content: JsonValue;
  /** What stands in the JSON view where that is no JSON yet; the content is as it was last whole. */
  readonly half?: string | undefined;
  /** When it was last typed on, milliseconds since 1970. */
  readonly atMs: number;
}

/** What a draft belongs to: whose it is, and the version of the item that it began from. */
export interface DraftOf {
  readonly by: string;
  readonly queue: string;
  readonly itemId: string;
  readonly version: string;
}

const PREFIX = 'benchwright:draft:';
const nameOf = ({ by, queue, itemId, version }: DraftOf): string =>
  PREFIX + [by, queue, itemId, version].map(encodeURIComponent).join(':');

/** Drafts on this machine: written at each keystroke, gone when the server has the decision or their owner drops them. */
export class Drafts {
  constructor(private readonly storage: KeyValue) {}

  /** @returns whether it could be kept (a full or forbidden storage cannot) */
  keep(of: DraftOf, draft: Draft): boolean {
    try {
      this.storage.setItem(nameOf(of), JSON.stringify(draft));
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
