/** Replaces a secret. */
const HIDDEN = '***';

/**
 * Redacts secrets in texts from outside: servers echo what they were sent. Finds them plain, URL-encoded, as JSON and
 * in base64 at each of its three alignments.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
}

/** Both `Bearer KEY` and KEY are secrets. */
function formsOf(secret: string): string[] {
  const parts = [secret, ...secret.split(/\s+/)].filter((part) => part.length >= 4);
  return parts.flatMap((part) => {
    const encoded = [0, 1, 2].map((before) => {
      const base64 = Buffer.from('\0'.repeat(before) + part).toString('base64');
      // Drop boundary characters, which also encode neighbouring bits.
      return base64.slice(before === 0 ? 0 : before + 1).replace(/.?=*$/, '');
    });
    const urlSafe = encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
    const json = JSON.stringify(part).slice(1, -1);
    return [part, encodeURIComponent(part), json, ...encoded, ...urlSafe].filter((form) => form.length >= 4);
  });
}
