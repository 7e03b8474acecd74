/**
 * The keys of the review page: one table that the handler, the badges on buttons and the `?` sheet are all made from,
 * so that no badge names a key that does nothing.
 */

/** What is in front: a page, or a dialog over it. Only the keys of what is in front work. */
export const PLACES = ['list', 'done', 'item', 'edit', 'adjudication', 'reject', 'note', 'sheet'] as const;
export type Place = (typeof PLACES)[number];

export const ACTIONS = [
  'approve',
  'edit',
  'reject',
  'skip',
  'undo',
  'down',
  'up',
  'flag',
  'comment',
  'guideline',
  'choose',
  'submit',
  'back',
  'help',
] as const;
export type Action = (typeof ACTIONS)[number];

interface Binding {
  readonly action: Action;
  /** As it is printed: `a`, `1-9`, `Ctrl+Enter`. */
  readonly key: string;
  readonly says: string;
  readonly places: readonly Place[];
}

const READING: readonly Place[] = ['item', 'adjudication'];

export const KEYS: readonly Binding[] = [
  { action: 'approve', key: 'a', says: 'Approve, and open the next item', places: READING },
  { action: 'edit', key: 'e', says: 'Edit', places: READING },
  { action: 'reject', key: 'r', says: 'Reject, with a reason', places: READING },
  { action: 'skip', key: 's', says: 'Skip: leave the item to others', places: READING },
  { action: 'undo', key: 'u', says: 'Undo the last decision', places: ['list', 'done', ...READING] },
  { action: 'down', key: 'j', says: 'Move down', places: ['list', ...READING] },
  { action: 'up', key: 'k', says: 'Move up', places: ['list', ...READING] },
  { action: 'flag', key: 'f', says: 'Flag', places: READING },
  { action: 'comment', key: 'c', says: 'Comment', places: READING },
  { action: 'guideline', key: 'g', says: 'Guideline', places: ['list', ...READING] },
  {
    action: 'choose',
    key: '1-9',
    says: 'Choose a reason (0 is the tenth), or a version where reviewers differ',
    places: ['adjudication', 'reject'],
  },
  {
    action: 'submit',
    key: 'Ctrl+Enter',
    says: 'Submit, and open the next item',
    places: ['list', 'edit', 'adjudication', 'reject', 'note'],
  },
  { action: 'back', key: 'Esc', says: 'Back; drafts are kept', places: [...READING, 'edit'] },
  { action: 'help', key: '?', says: 'Show these keys', places: ['list', 'done', ...READING] },
];

/** A press of a key as the browser tells it. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Held down: one press is one act. */
  readonly repeat: boolean;
}

export interface Front {
  readonly place: Place;
  /** The focus is where letters are typed. */
  readonly typing: boolean;
  /** An act is on its way to the server. */
  readonly saving: boolean;
}

export interface Pressed {
  readonly action: Action;
  /** With `choose`: which, from 0; the key `0` is the tenth. */
  readonly choice?: number;
}

/**
 * What a press means; undefined when nothing. Letters mean nothing while typing, with a modifier, while held down or
 * while saving; Ctrl+Enter (or Cmd+Enter) and Esc also work from within a field. Nothing hangs on Backspace or Enter.
 */
export function actionFor(press: Press, front: Front): Pressed | undefined {
  if (press.repeat || front.saving) return undefined;
  const here = (action: Action): boolean =>
    KEYS.some((binding) => binding.action === action && binding.places.includes(front.place));
  const modified = press.ctrlKey || press.metaKey || press.altKey;
  if (press.key === 'Enter' && (press.ctrlKey || press.metaKey) && !press.altKey)
    return here('submit') ? { action: 'submit' } : undefined;
  if (modified) return undefined;
  if (press.key === 'Escape') return here('back') ? { action: 'back' } : undefined;
  if (front.typing) return undefined;
  if (/^[0-9]$/.test(press.key))
    return here('choose') ? { action: 'choose', choice: (Number(press.key) + 9) % 10 } : undefined;
  const found = KEYS.find(
    (binding) => binding.key === press.key.toLowerCase() && binding.places.includes(front.place),
  );
  return found && { action: found.action };
}

/** The key of an action, for a badge and `aria-keyshortcuts`. */
export const keyOf = (action: Action): string => KEYS.find((binding) => binding.action === action)?.key ?? '';
