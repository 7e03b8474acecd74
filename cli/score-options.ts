/** Options of `score`, typed or from TypeScript. */
export interface ScoreOptions {
  readonly responses?: string;
  readonly embedder?: string;
  /** Folder for the judgements of the role `judge`. */
  readonly judge?: string;
  readonly budget?: string;
  readonly fresh?: boolean;
  readonly retryFailed?: boolean;
  readonly dryRun?: boolean;
  /** File with people's scores. */
  readonly people?: string;
  /** HTML file for the comparison with people's scores. */
  readonly page?: string;
  /** Also scores an export whose files were changed. */
  readonly unverified?: boolean;
}
