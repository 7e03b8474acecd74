import type { ToolParameter } from '../../../core/tool.js';

/** A value that the user of a hard item additionally names. */
export interface NamedValue {
  readonly slot: string;
  readonly value: string;
  /** The tool document's description of the slot. */
  readonly known: ToolParameter | undefined;
}

/** Texts of hard items. `key`: the item's id. */
export interface HardTexts {
  /** The assistant's thought and reply if no tool fits. */
  noSuitableTool(key: string): { readonly thought: string; readonly reply: string };
  /** The user names values that are the defaults. */
  namingDefaults(values: readonly NamedValue[], key: string): string;
  /** The user first gives another value, then the right one. */
  changingValue(value: NamedValue, first: string, key: string): string;
}
