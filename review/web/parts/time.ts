/** A time as a person reads it, in their own time zone. */
export const timeText = (ms: number): string =>
  new Date(ms).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
