import { diffInputs, type ExportInputs, type InputDifference } from './diff-inputs.js';
import { diffItems, type ComparedContent, type ItemsDiff } from './diff-items.js';

/** Comparison of two exports, item by item. @typeParam N what the items are called, such as `rows` */
export type ExportsDiff<N extends string> = ItemsDiff & {
  readonly inputs: readonly InputDifference[];
} & Readonly<Record<N, { readonly before: number; readonly after: number }>>;

/** How the exports of a family are compared. */
interface Comparison<M extends ExportInputs> {
  readonly manifest: (folder: string) => Promise<M>;
  readonly count: (manifest: M) => number;
  /** The items of an export by item id. */
  readonly compared: (folder: string) => Promise<ReadonlyMap<string, ComparedContent>>;
}

/** Compares two exports item by item by stable id. @throws NOT_AN_EXPORT */
export const diffExports =
  <N extends string, M extends ExportInputs>(name: N, { manifest, count, compared }: Comparison<M>) =>
  async (before: string, after: string): Promise<ExportsDiff<N>> => {
    const [was, is] = await Promise.all([manifest(before), manifest(after)]);
    const inputs = diffInputs(was, is);
    const found = diffItems(await compared(before), await compared(after));
    return {
      ...{ inputs, [name]: { before: count(was), after: count(is) }, ...found },
      same: found.same && inputs.length === 0,
    } as ExportsDiff<N>;
  };
