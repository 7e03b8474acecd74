/** A tool's own error; its message is the call's exception. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
