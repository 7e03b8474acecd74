/** What stands in the place of everything that describes the machine where a history was recorded. */
const RECORDER = 'recorder';

/** A history as JSON, so far as it is looked into here. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * A recorded history without its machine: identities (`pid@host`) and stack traces are replaced, and the recorder's
 * folder, wherever it stands, payloads included. Nothing that a replay looks at is touched.
 *
 * @param history as `historyToJSON` writes it, parsed
 * @param folder replaced by `replacement`
 */
export function scrubHistory(history: Json, folder: string, replacement: string): Json {
  const visit = (value: Json, key: string): Json => {
    if (Array.isArray(value)) return value.map((element: Json) => visit(element, key));
    if (typeof value === 'object' && value !== null) return visitObject(value as Record<string, Json>);
    if (typeof value !== 'string') return value;
    if (key === 'identity') return RECORDER;
    if (key === 'stackTrace') return '';
    return value.replaceAll(folder, replacement);
  };
  const visitObject = (object: Record<string, Json>): Json =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        if (key === 'data' && typeof value === 'string') return [key, recode(value, folder, replacement)];
        if (key === 'taskQueue' && isSticky(value)) return [key, { ...value, name: `${RECORDER}-sticky` }];
        return [key, visit(value, key)];
      }),
    );
  return visit(history, '');
}

/** Replaces within a payload's data, which is base64. */
function recode(data: string, folder: string, replacement: string): string {
  const text = Buffer.from(data, 'base64').toString('utf8');
  return Buffer.from(text.replaceAll(folder, replacement), 'utf8').toString('base64');
}

/** A worker's own queue is named after its process and host. */
function isSticky(value: Json): value is { readonly name: string; readonly kind: string } {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'TASK_QUEUE_KIND_STICKY'
  );
}

/** Everything that can be read in a history in JSON, payloads decoded, as one text. */
export function readableText(value: Json, key = ''): string {
  if (typeof value === 'string')
    return `${key === 'data' ? Buffer.from(value, 'base64').toString() : value}\n`;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, part]) => readableText(part, name))
    .join('');
}
