import type { ToolParameter } from '../../../core/tool.js';

/** A value that a user of a hard item names besides. */
export interface NamedValue {
  readonly slot: string;
  readonly value: string;
  /** What the tool's document says of the slot. */
  readonly known: ToolParameter | undefined;
}

/** Texts of hard items. `key`: the item's id. */
export interface HardTexts {
  /** What the assistant thinks and says where it can do nothing. */
  noSuitableTool(key: string): { readonly thought: string; readonly reply: string };
  /** The user names values that are the defaults anyway. */
  namingDefaults(values: readonly NamedValue[], key: string): string;
  /** The user gives another value first, then the right one. */
  changingValue(value: NamedValue, first: string, key: string): string;
}
