/** A table of a report: the numbers of a figure. */
export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A part of a report: what is to be seen, a picture of it if one helps, and its numbers. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  /** A sentence or two: what to look for. */
  readonly note: string;
  /** SVG text. */
  readonly chart?: string;
  readonly tables: readonly (ReportTable & { readonly caption: string })[];
  /** Tables of more rows than this are folded. */
  readonly fold?: boolean;
}

/** "12.3 %" of a share from 0 to 1. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
