const all = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`article ${selector}`),
];
/** Those that are not folded away. */
const shown = (selector: string): HTMLElement[] =>
  all(selector).filter((element) => element.closest('details:not([open])') === null);

/** Calls, each once: an open one has its form inside. */
const CALLS = '[data-call]:not([data-call] [data-call])';

/** The part that has the focus, or is around it; undefined where none is. */
export const placeInFocus = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('article [data-place]')?.dataset['place'];

/** Where an edit begins that nobody has chosen a place for: at the first turn with a call, else at the first part. */
export function firstPlace(): string | undefined {
  const places = all('[data-place]');
  const first = places.find((place) => !('call' in place.dataset) && place.querySelector('[data-call]'));
  return (first ?? places[0])?.dataset['place'];
}

/** The part that holds what is at a path: the smallest. */
export function placeOfPath(path: string): string | undefined {
  const around = all('[data-place]')
    .map(({ dataset }) => dataset['place'] ?? '')
    .filter((place) => path === place || path.startsWith(`${place}.`));
  return around.sort((a, b) => b.length - a.length)[0];
}

/** The element of a part. */
export const elementOf = (place: string): HTMLElement | undefined =>
  all('[data-place]').find(({ dataset }) => dataset['place'] === place);

/** The field of a path, else the first field inside it. */
export function fieldOf(path: string): HTMLElement | undefined {
  const fields = all('[data-path]');
  const at = (wanted: (field: string) => boolean): HTMLElement | undefined =>
    fields.find(({ dataset }) => wanted(dataset['path'] ?? ''));
  return at((one) => one === path) ?? at((one) => one.startsWith(`${path}.`));
}

/** The field that an edit of a part begins in: its first argument, of the call that counts before failed attempts. */
export function firstField(part: ParentNode): HTMLElement | undefined {
  const around = part.querySelector('[data-main]') ?? part;
  return (
    around.querySelector<HTMLElement>('[data-argument]') ??
    around.querySelector<HTMLElement>('[data-path]') ??
    undefined
  );
}

/** The next of these from the focus on, or the one before; the last where there is none. */
function neighbour(selector: string, by: number): HTMLElement | undefined {
  const stops = shown(selector);
  const inFocus = document.activeElement;
  const at = stops.findLastIndex((stop) => stop.contains(inFocus));
  if (at >= 0) return stops[Math.min(stops.length - 1, Math.max(0, at + by))];
  // In none of them: what stands nearest after the focus, or before it.
  const after = stops.findIndex(
    (stop) => inFocus && inFocus.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  if (after < 0) return stops.at(-1);
  return stops[by > 0 ? after : Math.max(0, after - 1)];
}

function focus(element: HTMLElement | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the next part of the item, or the one before. */
export const moveStop = (by: number): void => focus(neighbour('[data-stop]', by));

/** The next call, or the one before. */
export const nextCall = (by: number): HTMLElement | undefined => neighbour(CALLS, by);

/** Moves the focus to the next call, or the one before; into its fields where they are shown. */
export function moveCall(by: number): void {
  const call = nextCall(by);
  focus(call && (firstField(call) ?? call));
}
