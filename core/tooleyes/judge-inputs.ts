/** What the judges of a trajectory are shown (formats/tooleyes.md 5). */
export interface JudgeInputs {
  /** The documents of the tools, as the system prompt has them. */
  readonly documents: string;
  readonly query: string;
  /** The answer of the last message. */
  readonly answer: string;
  /** A thought and the tool taken after it, per message of the assistant. */
  readonly choices: readonly { readonly thought: string; readonly tool: string }[];
  /** `Turn 1:`, a thought, `Turn 2:` … */
  readonly thoughts: string;
  /** The same with what the user said in between. */
  readonly thoughtsAndRequests: string;
}
