/** Maximum length of a provider's message. */
const LONGEST = 300;
/** Length of a matching substring that counts as quoting the request. */
const QUOTED = 24;

/**
 * A provider's message as one short line that may be logged and stored: with the key redacted in every form that
 * servers echo; undefined if it quotes the request, as some servers do.
 */
export function safeMessage(words: string, key: string | undefined, request: string): string | undefined {
  const line = words.replace(/\s+/g, ' ').trim();
  if (line === '') return undefined;
  let clean = line;
  for (const form of formsOf(key)) clean = clean.replaceAll(form, '***');
  // Providers echo both ends of a key with asterisks between.
  clean = clean.replace(/\bsk-[\w*.-]+/g, '***').slice(0, LONGEST);
  return quotes(clean, request) ? undefined : clean;
}

/** The key plain, URL-encoded, and in base64 at each of the three possible alignments. */
function formsOf(key: string | undefined): string[] {
  if (key === undefined || key.length < 4) return [];
  const encoded = [0, 1, 2].map((before) => {
    const base64 = Buffer.from('\0'.repeat(before) + key).toString('base64');
    // Drop boundary characters, which also encode neighbouring bits.
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
