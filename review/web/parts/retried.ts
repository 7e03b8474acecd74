/** Milliseconds between two tries to fetch a part of the page. */
const PAUSE_MS = 2_000;

/** A part of the page that is fetched when it is needed: without a network, until it is there. */
export async function retried<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
}
