import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { keyChoice } from '../key-choice.js';
import { actionFor, keyOf, type Action, type Place } from '../keys.js';

type Handlers = Partial<Record<Action, (choice: number) => void>>;
interface Layer {
  readonly place: Place;
  readonly current: { handlers: Handlers; saving: boolean };
}

/** What is in front of what; the last is in front. */
const layers: Layer[] = [];

/** Fields in which letters are typed; boxes and buttons are none. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit)$/.test(target.type);
  return target.matches('textarea, select, [contenteditable]');
}

function onKeyDown(event: KeyboardEvent): void {
  const front = layers.at(-1);
  if (!front || event.defaultPrevented || event.isComposing) return;
  const { handlers, saving } = front.current;
  const typing = isTyping(event.target);
  const pressed = actionFor(event, { place: front.place, typing, saving }, keyChoice.snapshot());
  const handler = pressed && handlers[pressed.action];
  if (!pressed || !handler) return;
  event.preventDefault();
  handler(pressed.choice ?? 0);
}

/**
 * The keys of a place while it is shown; those of what is behind it rest. They change with what is seen, not after it.
 * @param active false: another place is in front, whichever of both was there first
 */
export function useKeys(place: Place, handlers: Handlers, saving = false, active = true): void {
  const current = useRef({ handlers, saving });
  useLayoutEffect(() => {
    current.current.handlers = handlers;
    current.current.saving = saving;
  });
  useLayoutEffect(() => {
    if (!active) return;
    const layer: Layer = { place, current: current.current };
    if (layers.length === 0) window.addEventListener('keydown', onKeyDown);
    // What is around a page is behind it, though it is shown after it.
    if (place === 'page') layers.unshift(layer);
    else layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [place, active]);
}

/** All keys as the person has them. */
export const useBindings = () => useSyncExternalStore(keyChoice.subscribe, keyChoice.snapshot);

/** The key of an action as the person has it. */
export const useKeyOf = (action: Action): string => keyOf(action, useBindings());
