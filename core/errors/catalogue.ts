/**
 * The error catalogue: one entry per user-visible failure. `exit` is the exit code of the command, `http` the HTTP
 * status, `retryable` whether Temporal may retry the activity. docs/errors.md lists them.
 */
export interface ErrorEntry {
  readonly title: string;
  readonly retryable: boolean;
  readonly exit: number;
  readonly http: number;
}

/** Exit codes of every command (documented in `benchwright --help`). */
export const EXIT = {
  ok: 0,
  internal: 1,
  usage: 2,
  tooManyQuarantined: 3,
  verificationFailed: 4,
  engineUnavailable: 5,
  runNotFinished: 6,
  storage: 7,
} as const;

const entry = (title: string, exit: number, http: number, retryable = false): ErrorEntry => ({
  title,
  exit,
  http,
  retryable,
});

export const ERRORS = {
  USAGE: entry('Invalid command or option', EXIT.usage, 400),
  CONFIG_INVALID: entry('Invalid configuration', EXIT.usage, 400),
  EXTENSION_INVALID: entry('Cannot load an extension', EXIT.usage, 400),
  EXTENSION_FAILED: entry('The code of an extension failed', EXIT.usage, 500),
  EXTENSION_MISSING: entry('An extension that this needs is not configured', EXIT.usage, 409),
  SOURCE_NOT_FOUND: entry('Source folder or file not found', EXIT.usage, 404),
  SOURCE_NOT_A_CORPUS: entry('The folder is not a corpus of this format', EXIT.usage, 422),
  SOURCE_UNREADABLE: entry('Cannot read a source file', EXIT.usage, 422),
  SOURCE_TRUNCATED: entry('A source file is truncated', EXIT.usage, 422),
  SOURCE_CHANGED: entry('A source file changed after the run started', EXIT.usage, 409),
  SOURCE_UNREACHABLE: entry('Cannot download the source', EXIT.usage, 502),
  SOURCE_MISMATCH: entry('The downloaded file is not the expected one', EXIT.usage, 409),
  SCHEMA_INVALID: entry('Invalid service schema', EXIT.usage, 422),
  CLUSTERS_INVALID: entry('Invalid clusters file', EXIT.usage, 422),
  TOPICS_INVALID: entry('Invalid topics table', EXIT.usage, 422),
  TOOLS_UNREADABLE: entry('Cannot read the tool documents', EXIT.usage, 422),
  TOOLS_UNKNOWN: entry('Unknown tool document format', EXIT.usage, 422),
  TOOLS_INVALID: entry('Invalid tool documents', EXIT.usage, 422),
  CALLS_UNCONFIRMED: entry('Calls that may change data are not confirmed', EXIT.usage, 422),
  TOOL_SERVER_FAILED: entry('The tool server failed', EXIT.usage, 502),
  TOOL_CREDENTIAL_REFUSED: entry('The API refuses the credential, or lacks one', EXIT.runNotFinished, 409),
  EMBEDDER_UNAVAILABLE: entry('The embedding model is not available', EXIT.usage, 422),
  SPLIT_IMPOSSIBLE: entry('The dialogues cannot be split as requested', EXIT.tooManyQuarantined, 422),
  PROMPT_INVALID: entry('Invalid prompt file', EXIT.usage, 422),
  PROMPT_NOT_FOUND: entry('Prompt not found', EXIT.usage, 404),
  PROMPT_INPUT_INVALID: entry('Invalid input for the prompt', EXIT.usage, 422),
  MODEL_MISCONFIGURED: entry('The model cannot be called with this configuration', EXIT.runNotFinished, 409),
  MODEL_UNAVAILABLE: entry('The model does not respond', EXIT.runNotFinished, 503),
  MOST_FAILED: entry('Too many answers of a stage are unusable', EXIT.runNotFinished, 409),
  BUDGET_REACHED: entry('Budget reached', EXIT.runNotFinished, 402),
  RUN_NOT_FOUND: entry('Run not found', EXIT.usage, 404),
  ITEM_NOT_FOUND: entry('Item not found', EXIT.usage, 404),
  ITEM_UNFIT: entry('An item cannot be written in this format', EXIT.usage, 422),
  CALL_NOT_FOUND: entry('Model call not found', EXIT.usage, 404),
  DECISIONS_INVALID: entry('Invalid decisions file', EXIT.usage, 422),
  LEDGER_INVALID: entry('Invalid ledger file', EXIT.usage, 422),
  RUN_INPUTS_DIFFER: entry('A run with this name was created from other inputs', EXIT.usage, 409),
  REVIEW_NOT_FINISHED: entry('Some items have not been reviewed yet', EXIT.runNotFinished, 409),
  RUN_NOT_FINISHED: entry('The run has not finished', EXIT.runNotFinished, 409),
  RUN_PAUSED: entry('The run was paused', EXIT.runNotFinished, 409),
  RUN_CANCELLED: entry('The run was cancelled', EXIT.runNotFinished, 409),
  SET_ASIDE_LIMIT: entry('Too many records could not be processed', EXIT.tooManyQuarantined, 422),
  OUTPUT_EXISTS: entry('The output folder contains other files', EXIT.usage, 409),
  OUTPUT_TAKEN: entry('Another run writes to the output folder', EXIT.usage, 409),
  OUTPUT_UNWRITABLE: entry('Cannot write to the output folder', EXIT.storage, 500),
  NOT_AN_EXPORT: entry('The folder is not an export', EXIT.usage, 404),
  RESPONSES_UNMATCHED: entry('No response belongs to a record', EXIT.usage, 422),
  EXPORT_DIFFERS: entry('The export differs from its manifest', EXIT.verificationFailed, 409),
  REBUILD_INPUT_MISSING: entry('An input needed to rebuild the export is missing', EXIT.usage, 422),
  QUEUE_NOT_FOUND: entry('Review queue not found', EXIT.usage, 404),
  REVIEW_REFUSED: entry('The review rules do not allow this', EXIT.usage, 409),
  REVIEW_FORBIDDEN: entry('This reviewer is not allowed to do this', EXIT.usage, 403),
  CLAIM_LOST: entry('This reviewer no longer holds a claim on the item', EXIT.usage, 409),
  EDIT_INVALID: entry('The edited item is invalid', EXIT.usage, 422),
  EDIT_UNCONFIRMED: entry('The findings of the edit are not confirmed', EXIT.usage, 422),
  DISK_FULL: entry('The disk is full', EXIT.storage, 507, true),
  TOO_MANY_FILES: entry('Too many open files', EXIT.storage, 503, true),
  FILE_INACCESSIBLE: entry('Cannot use a file or folder', EXIT.storage, 500),
  ADDON_UNUSABLE: entry('A native module does not load', EXIT.storage, 500),
  STORE_BUSY: entry('The store is locked by another process', EXIT.storage, 503, true),
  STORE_UNREACHABLE: entry('The store does not respond', EXIT.storage, 503, true),
  STORE_DAMAGED: entry('The store cannot be read', EXIT.storage, 500),
  STORE_NEWER: entry('The store was written by a newer version of Benchwright', EXIT.storage, 409),
  STORE_UNWRITABLE: entry('Cannot open the store for writing', EXIT.storage, 500),
  ENGINE_NOT_FOUND: entry('No Temporal server is available', EXIT.engineUnavailable, 503),
  ENGINE_START_FAILED: entry('The embedded Temporal server did not start', EXIT.engineUnavailable, 503),
  ENGINE_UNREACHABLE: entry('The Temporal server does not respond', EXIT.engineUnavailable, 503, true),
  ENGINE_VERSION: entry('This Temporal server is not supported', EXIT.engineUnavailable, 503),
  PORT_IN_USE: entry('The port is already in use', EXIT.engineUnavailable, 409),
  WORKER_UNAVAILABLE: entry('No worker is available', EXIT.engineUnavailable, 503, true),
  SIGN_IN_NEEDED: entry('Sign-in required', EXIT.usage, 401),
  SIGN_IN_REFUSED: entry('Wrong name or token', EXIT.usage, 401),
  REQUEST_REFUSED: entry('The request does not come from the review page', EXIT.usage, 403),
  REQUEST_INVALID: entry('Invalid request', EXIT.usage, 400),
  REQUEST_TOO_LARGE: entry('The request is too large', EXIT.usage, 413),
  TOO_MANY_TRIES: entry('Too many attempts', EXIT.usage, 429),
  NO_SUCH_PATH: entry('Nothing found at this address', EXIT.usage, 404),
  REVIEWER_EXISTS: entry('A reviewer with this name already exists', EXIT.usage, 409),
  REVIEWER_NOT_FOUND: entry('Reviewer not found', EXIT.usage, 404),
  INTERNAL: entry('Internal error in Benchwright', EXIT.internal, 500),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
