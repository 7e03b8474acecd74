import type { MeasuredShare } from './audit.js';

const percent = (of: number): string => (of * 100).toFixed(1);

/** "2.1 % (0.9 to 4.6)"; "–" if nothing was counted. */
export const shareText = (share: MeasuredShare | null): string =>
  share === null ? '–' : `${percent(share.value)} % (${percent(share.low)} to ${percent(share.high)})`;

/** Like {@link shareText}, with the counts: "2.1 % (0.9 to 4.6), 5 of 240". */
export const countedShareText = (share: MeasuredShare | null): string =>
  share === null ? '–' : `${shareText(share)}, ${share.count} of ${share.of}`;
