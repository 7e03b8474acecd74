/** The stage that does the work: one question or one conversation per row. */
export type AskStage = 'ask' | 'converse';
export const askStageOf = ({ user }: { readonly user: string | null }): AskStage =>
  user === null ? 'ask' : 'converse';
