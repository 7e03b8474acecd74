/** The part of the browser's `localStorage` that the page uses. */
export interface KeyValue {
  readonly length: number;
  key(at: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Storage until the page is closed, for browsers that refuse `localStorage`. */
export class MemoryStorage implements KeyValue {
  readonly #values = new Map<string, string>();
  get length(): number {
    return this.#values.size;
  }
  key(at: number): string | null {
    return [...this.#values.keys()][at] ?? null;
  }
  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }
  removeItem(key: string): void {
    this.#values.delete(key);
  }
}

/** Keys with this prefix, sorted. */
export function namesWith(storage: KeyValue, prefix: string): string[] {
  const names: string[] = [];
  for (let at = 0; at < storage.length; at += 1) {
    const name = storage.key(at);
    if (name?.startsWith(prefix)) names.push(name);
  }
  return names.sort();
}
