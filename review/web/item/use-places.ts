import { useLayoutEffect, useRef, useState } from 'react';
import { elementOf, fieldOf, firstField, placeOfPath } from './move.js';

/** How an edit is shown: in its place, as a whole form, as JSON. */
export type EditView = 'place' | 'form' | 'json';

interface Wanted {
  readonly place: string;
  /** Where on the screen it stood. */
  readonly top: number | undefined;
  /** What is to have the focus in it: the field of this path, its first argument (''), or (undefined) the part itself. */
  readonly path: string | undefined;
  /** The view was changed: the part of the path opens, or the focus begins with the first field. */
  readonly changed?: true;
}

/** Which part of an item is open as a form; opening and closing it moves nothing on the screen. */
export function usePlaces(begin: EditView) {
  const [state, setState] = useState<{ readonly view: EditView; readonly open: string }>({
    view: begin,
    open: '',
  });
  const wanted = useRef<Wanted>(undefined);
  const keep = (place: string, path: string | undefined): void => {
    wanted.current = { place, top: elementOf(place)?.getBoundingClientRect().top, path };
  };
  useLayoutEffect(() => {
    const { place = '', top, path, changed } = wanted.current ?? {};
    if (changed && path !== undefined && fieldOf(path) === undefined) {
      const around = state.view === 'place' ? placeOfPath(path) : undefined;
      wanted.current = undefined;
      if (around !== undefined && around !== state.open) {
        keep(around, path);
        setState({ view: 'place', open: around });
      } else firstField(document)?.focus();
      return;
    }
    const part = wanted.current && (elementOf(place) ?? (path === undefined ? undefined : fieldOf(path)));
    if (!part) return;
    wanted.current = undefined;
    for (let fold = part.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
    if (top !== undefined) window.scrollBy(0, part.getBoundingClientRect().top - top);
    const field =
      path === undefined
        ? part
        : path === '' && !changed
          ? firstField(part)
          : (fieldOf(path) ?? firstField(part));
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'nearest' });
  });
  return {
    ...state,
    /** Opens a part; the focus goes to the field of a path, else to its first argument. */
    openAt: (place: string, path = ''): void => {
      keep(place, path);
      setState({ view: 'place', open: place });
    },
    /** The whole form, or the JSON. */
    show: (view: EditView, path?: string): void => {
      if (path !== undefined) keep('', path);
      setState(({ open }) => ({ view, open }));
    },
    /** Another view of the edit, with the focus where it was: in the field of a path. */
    change: (view: EditView, path: string): void => {
      wanted.current = { place: '', top: undefined, path: view === 'json' ? '' : path, changed: true };
      setState(({ open }) => ({ view, open }));
    },
    /** Back to reading, at the same spot. */
    close: (place: string | undefined): void => {
      if (place !== undefined) keep(place, undefined);
      setState({ view: 'place', open: '' });
    },
    /** Puts the focus on a field that is shown, once what is in front of it has gone. */
    focusField: (path: string): void => {
      keep('', path);
      setState((now) => ({ ...now }));
    },
    /** Puts the focus on what a problem is about, and opens the part that has it. */
    focusOn: (path: string): void => {
      const field = path === '' ? firstField(document) : fieldOf(path);
      if (field) {
        field.focus();
        field.scrollIntoView({ block: 'center' });
        return;
      }
      const place = path === '' ? undefined : placeOfPath(path);
      keep(place ?? '', path);
      setState(
        place === undefined
          ? { view: state.view === 'json' ? 'json' : 'form', open: '' }
          : { view: 'place', open: place },
      );
    },
  };
}
export type Places = ReturnType<typeof usePlaces>;
