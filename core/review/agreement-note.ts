import type { Agreement } from './api-stats.js';

/** From this difference on, AC1 and the kappas lead to different conclusions. */
const DIFFERENCE = 0.2;

/** Note shown if Gwet's AC1 and the kappas differ. */
export const AC1_NOTE =
  'AC1 is well above kappa and alpha: nearly all values are equal, so kappa takes the agreement for chance; look at percent and at the items that differ';

/** Whether AC1 exceeds another coefficient by at least that difference. */
export const differs = ({ ac1, cohen, fleiss, krippendorff }: Agreement): boolean =>
  [cohen, fleiss, krippendorff].some(
    ({ value }) => value !== null && ac1.value !== null && ac1.value - value >= DIFFERENCE,
  );
