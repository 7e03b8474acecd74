/** Inputs for judging a trajectory (formats/tooleyes.md 5). */
export interface JudgeInputs {
  /** The tool documents, as in the system prompt. */
  readonly documents: string;
  readonly query: string;
  /** The answer of the last message. */
  readonly answer: string;
  /** A thought and the tool taken after it, per message of the assistant. */
  readonly choices: readonly { readonly thought: string; readonly tool: string }[];
  /** `Turn 1:`, a thought, `Turn 2:` … */
  readonly thoughts: string;
  /** Thoughts with the user's messages in between. */
  readonly thoughtsAndRequests: string;
}
