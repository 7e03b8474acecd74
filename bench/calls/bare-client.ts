import OpenAI from 'openai';

/**
 * The same questions by the provider's SDK alone, so many in flight.
 * @returns seconds
 */
export async function bareClient(
  baseUrl: string,
  texts: readonly string[],
  inFlight: number,
): Promise<number> {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: 'test-key', maxRetries: 0 });
  const queue = texts.values();
  const started = performance.now();
  const lane = async (): Promise<void> => {
    for (const text of queue)
      await client.chat.completions.create({
        model: 'model-1',
        max_completion_tokens: 50,
        messages: [{ role: 'user', content: text }],
      });
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (performance.now() - started) / 1000;
}
