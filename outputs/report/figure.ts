/** A table of a report: a figure's numbers. */
export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A section of a report: note, optional chart, and numbers. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  /** One or two sentences on what to look for. */
  readonly note: string;
  /** SVG text. */
  readonly chart?: string;
  readonly tables: readonly (ReportTable & { readonly caption: string })[];
  /** Whether long tables are folded. */
  readonly fold?: boolean;
}

/** "12.3 %" for a share from 0 to 1. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
