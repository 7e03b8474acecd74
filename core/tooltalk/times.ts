const TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/** Whether a text is a valid time in ToolTalk's format: `2023-09-11 13:00:00`. */
export function isToolTalkTime(text: string): boolean {
  const parts = TIME.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  // `Date.UTC` interprets years below 100 as other years; Python rejects the year 0.
  if (year < 100 || hour > 23 || minute > 59 || second > 59) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
