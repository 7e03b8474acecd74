import type { Context } from '../../app/context.js';
import type { JudgingOptions } from '../../app/score/judging.js';
import type { PublishSource } from '../../outputs/general/dataset-exporter.js';
import type { ReportPage } from '../../outputs/report/page.js';

/** A comparison of two exports. */
export interface ExportDiff {
  readonly same: boolean;
  /** For `--json`. */
  readonly object: object;
  readonly lines: readonly string[];
}

/** Inputs of a score. */
export interface ScoreRequest {
  /** Absolute path of an export, or of a folder with published files. */
  readonly folder: string;
  /** A model's responses; absent: the gold is scored. */
  readonly responses: string | undefined;
  /** The embedder that compares meanings, as typed. */
  readonly embedder: string | undefined;
  /** The role `judge`, which is asked; for a scorer that `judges`. */
  readonly judge?: JudgingOptions | undefined;
  /** Absolute path of a file with scores that people gave, to compare a judge's with; for a scorer that `judges`. */
  readonly people?: string | undefined;
  /** Absolute path of an HTML page for that comparison. */
  readonly page?: string | undefined;
  /** Opens the configuration, for a model elsewhere. */
  readonly context: () => Promise<Context>;
}

/** Scores by the family's measures. */
export interface Scored {
  /** For `--json`. */
  readonly object: object;
  readonly lines: readonly string[];
}

/** The measures of a family. */
export interface Scorer {
  /** Whether it asks the role `judge` (`--judge`). */
  readonly judges?: true;
  /** Whether a folder without a manifest holds published files that it reads. */
  reads(folder: string): Promise<boolean>;
  /** @throws NOT_AN_EXPORT, SOURCE_UNREADABLE, and for a model elsewhere as `scoreByModel` */
  score(request: ScoreRequest): Promise<Scored>;
}

/** What can be done with a finished export of a family; undefined: the family lacks it, and the command says so. */
export interface FamilyExports {
  /** The report of an export. @throws NOT_AN_EXPORT */
  readonly report: ((folder: string) => Promise<ReportPage>) | undefined;
  /** Compares two exports of the family. @throws NOT_AN_EXPORT */
  readonly diff: ((before: string, after: string) => Promise<ExportDiff>) | undefined;
  readonly score: Scorer | undefined;
  /** What every format of `publish` is made from. @param folder a verified export @param manifest its manifest */
  readonly publish: ((folder: string, manifest: object) => PublishSource) | undefined;
}

/** A comparison of two exports with its lines for people. */
export const exportDiff =
  <D extends { readonly same: boolean }>(
    compare: (before: string, after: string) => Promise<D>,
    lines: (diff: D) => readonly string[],
  ): NonNullable<FamilyExports['diff']> =>
  async (before, after) => {
    const diff = await compare(before, after);
    return { same: diff.same, object: diff, lines: lines(diff) };
  };
