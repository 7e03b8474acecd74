/** A figure with two decimals; what rounds to nothing has no sign. */
export const figure = (value: number): string => (Math.round(value * 100) / 100 + 0).toFixed(2);
