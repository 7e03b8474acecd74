import { describe, expect, it } from 'vitest';
import { ACTIONS, actionFor, keyOf, KEYS, PLACES, type Front, type Press } from '../../../review/web/keys.js';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
});
const reading: Front = { place: 'item', typing: false, saving: false };

describe('the table of keys', () => {
  it('gives each key of a place one meaning, and each action a key', () => {
    for (const place of PLACES) {
      const keys = KEYS.filter(({ places }) => places.includes(place)).map(({ key }) => key);
      expect(new Set(keys).size, place).toBe(keys.length);
    }
    for (const action of ACTIONS) expect(keyOf(action), action).not.toBe('');
  });

  it('does what each of its lines says, in each place that the line names', () => {
    for (const { key, action, places } of KEYS)
      for (const place of places) {
        const plain = key.replace(/^(?:Ctrl|Alt)\+/, '');
        const names: Record<string, string> = { Esc: 'Escape', '1-9': '3', '↓': 'ArrowDown', '↑': 'ArrowUp' };
        const pressed = press(names[plain] ?? plain, {
          ctrlKey: key.startsWith('Ctrl+'),
          altKey: key.startsWith('Alt+'),
        });
        const expected = key.endsWith('1-9') ? { action, choice: 2 } : { action };
        expect(actionFor(pressed, { ...reading, place }), `${key} in ${place}`).toEqual(expected);
      }
  });

  it('hangs nothing on Backspace, Delete or Enter alone', () => {
    for (const place of PLACES)
      for (const key of ['Backspace', 'Delete', 'Enter', ' '])
        expect(actionFor(press(key), { ...reading, place })).toBeUndefined();
  });

  it('lets no letter do anything while one types, holds a modifier or the key itself, or something is saved', () => {
    for (const { key } of KEYS.filter(({ key: name }) => name.length === 1)) {
      expect(actionFor(press(key), { ...reading, typing: true })).toBeUndefined();
      expect(actionFor(press(key), { ...reading, saving: true })).toBeUndefined();
      for (const held of ['ctrlKey', 'metaKey', 'altKey', 'repeat'] as const)
        // With Alt some keys are others' of their own.
        if (!KEYS.some(({ key: other }) => held === 'altKey' && other === `Alt+${key}`))
          expect(actionFor(press(key, { [held]: true }), reading), `${held} ${key}`).toBeUndefined();
    }
  });

  it('lets nothing of the item through while a dialog is open over it', () => {
    for (const key of ['a', 'r', 's', 'u', 'f'])
      for (const place of ['reject', 'note', 'sheet', 'edit'] as const)
        expect(actionFor(press(key), { ...reading, place })).toBeUndefined();
  });

  it('submits and goes back from within a field, by Ctrl or Cmd', () => {
    const typing: Front = { place: 'edit', typing: true, saving: false };
    expect(actionFor(press('Enter', { ctrlKey: true }), typing)).toEqual({ action: 'submit' });
    expect(actionFor(press('Enter', { metaKey: true }), typing)).toEqual({ action: 'submit' });
    expect(actionFor(press('Escape'), typing)).toEqual({ action: 'back' });
    expect(actionFor(press('Enter', { ctrlKey: true }), { ...typing, saving: true })).toBeUndefined();
  });

  it('counts choices from the first, and takes 0 as the tenth', () => {
    const rejecting: Front = { place: 'reject', typing: false, saving: false };
    expect(actionFor(press('1'), rejecting)).toEqual({ action: 'choose', choice: 0 });
    expect(actionFor(press('0'), rejecting)).toEqual({ action: 'choose', choice: 9 });
    expect(actionFor(press('1'), reading)).toBeUndefined();
  });
});
