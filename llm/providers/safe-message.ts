import { redactor } from '../../core/redact.js';

/** Maximum length of a provider's message. */
const LONGEST = 300;
/** Length of a matching substring that counts as quoting the request. */
const QUOTED = 24;

/**
 * A provider's message as one short line that may be logged and stored: with keys redacted in every form that
 * servers echo; undefined if it quotes the request, as some servers do.
 */
export function safeMessage(words: string, secrets: readonly string[], request: string): string | undefined {
  const line = words.replace(/\s+/g, ' ').trim();
  if (line === '') return undefined;
  let clean = redactor(secrets)(line);
  // Providers echo both ends of a key with asterisks between.
  clean = clean.replace(/\bsk-[\w*.-]+/g, '***').slice(0, LONGEST);
  return quotes(clean, request) ? undefined : clean;
}

function quotes(line: string, request: string): boolean {
  for (let at = 0; at + QUOTED <= line.length; at++)
    if (request.includes(line.slice(at, at + QUOTED))) return true;
  return false;
}
