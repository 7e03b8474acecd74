/** Characters of a provider's own message that are kept. */
const LONGEST = 300;
/** A stretch of the request this long in a message counts as a quotation of it. */
const QUOTED = 24;

/**
 * A provider's own message as one short line that may be logged and kept: without the key in any form that servers
 * give it back in, and undefined where it quotes the request, as servers do that print the input they refuse.
 */
export function safeMessage(words: string, key: string | undefined, request: string): string | undefined {
  const line = words.replace(/\s+/g, ' ').trim();
  if (line === '') return undefined;
  let clean = line;
  for (const form of formsOf(key)) clean = clean.replaceAll(form, '***');
  // Providers give the ends of a key back, with stars between.
  clean = clean.replace(/\bsk-[\w*.-]+/g, '***').slice(0, LONGEST);
  return quotes(clean, request) ? undefined : clean;
}

/** The key as it is, URL-encoded, and in base64 at each of the three places where it can begin in a longer text. */
function formsOf(key: string | undefined): string[] {
  if (key === undefined || key.length < 4) return [];
  const encoded = [0, 1, 2].map((before) => {
    const base64 = Buffer.from('\0'.repeat(before) + key).toString('base64');
    // Characters that hold bits of neighbours differ; those between are the key's own.
    return base64.slice(before === 0 ? 0 : before + 1).replace(/.?=*$/, '');
  });
  const urlSafe = encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([key, encodeURIComponent(key), ...encoded, ...urlSafe])];
}

function quotes(line: string, request: string): boolean {
  for (let at = 0; at + QUOTED <= line.length; at++)
    if (request.includes(line.slice(at, at + QUOTED))) return true;
  return false;
}
