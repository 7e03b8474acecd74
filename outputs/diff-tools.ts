import { byText } from '../core/ids.js';

/** Tools that only one export has, and those with different documents. */
export interface ToolsDiff {
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly changed: readonly string[];
}

/** @param old document digests by tool name */
export function diffTools(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): ToolsDiff {
  return {
    added: [...now.keys()].filter((id) => !old.has(id)).sort(byText),
    gone: [...old.keys()].filter((id) => !now.has(id)).sort(byText),
    changed: [...now.keys()].filter((id) => old.has(id) && old.get(id) !== now.get(id)).sort(byText),
  };
}

/** Whether tools and documents are equal. */
export const sameTools = ({ added, gone, changed }: ToolsDiff): boolean =>
  added.length + gone.length + changed.length === 0;
