/** Milliseconds between two attempts to load a part of the page. */
const PAUSE_MS = 2_000;

/** Loads a part of the page on demand; without a network it retries until it succeeds. */
export async function retried<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
}
