import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { keyChoice } from '../key-choice.js';
import { actionFor, keyOf, type Action, type Place } from '../keys.js';

type Handlers = Partial<Record<Action, (choice: number) => void>>;
interface Layer {
  readonly place: Place;
  readonly current: { handlers: Handlers; saving: boolean };
}

/** Open places; the last one is in front. */
const layers: Layer[] = [];

/** Whether a field takes text; boxes and buttons do not. */
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
 * Activates the keys of a place while it is shown; keys of places behind it are inactive. A layout effect changes them
 * together with the display, not after it.
 * @param active false: another place is in front, even if this one was shown later
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
    // The page's frame is behind the page, although it is rendered after it.
    if (place === 'page') layers.unshift(layer);
    else layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [place, active]);
}

/** All keys, with the user's changes. */
export const useBindings = () => useSyncExternalStore(keyChoice.subscribe, keyChoice.snapshot);

/** The key of an action, with the user's changes. */
export const useKeyOf = (action: Action): string => keyOf(action, useBindings());
