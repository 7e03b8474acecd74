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
  tooManySetAside: 3,
  verificationFailed: 4,
  engineUnavailable: 5,
  runNotFinished: 6,
  storage: 7,
  interrupted: 130,
} as const;

const entry = (title: string, exit: number, http: number, retryable = false): ErrorEntry => ({
  title,
  exit,
  http,
  retryable,
});

export const ERRORS = {
  USAGE: entry('The command was not understood', EXIT.usage, 400),
  CONFIG_INVALID: entry('The configuration is not valid', EXIT.usage, 400),
  SOURCE_NOT_FOUND: entry('The source folder or file was not found', EXIT.usage, 404),
  SOURCE_NOT_A_CORPUS: entry('The folder is not a corpus of this kind', EXIT.usage, 422),
  SOURCE_UNREADABLE: entry('A source file could not be read', EXIT.usage, 422),
  SOURCE_TRUNCATED: entry('A source file ends before its data does', EXIT.usage, 422),
  SOURCE_CHANGED: entry('A source file changed after the run began', EXIT.usage, 409),
  SOURCE_UNREACHABLE: entry('The source cannot be downloaded', EXIT.usage, 502),
  SOURCE_MISMATCH: entry('The downloaded file is not the one expected', EXIT.usage, 409),
  SCHEMA_INVALID: entry('The service schema is not valid', EXIT.usage, 422),
  CLUSTERS_INVALID: entry('The file of cluster decisions is not valid', EXIT.usage, 422),
  TOPICS_INVALID: entry('The table of topics is not valid', EXIT.usage, 422),
  TOOLS_UNREADABLE: entry('The tool documents could not be read', EXIT.usage, 422),
  TOOLS_UNKNOWN: entry('This is no kind of tool document that is known', EXIT.usage, 422),
  TOOLS_INVALID: entry('The tool documents are not valid', EXIT.usage, 422),
  TOOL_SERVER_FAILED: entry('The tool server does not answer as it should', EXIT.usage, 502),
  EMBEDDER_UNAVAILABLE: entry('The embedding model cannot be used', EXIT.usage, 422),
  SPLIT_IMPOSSIBLE: entry('The dialogues cannot be divided as asked', EXIT.tooManySetAside, 422),
  PROMPT_INVALID: entry('A prompt file is not valid', EXIT.usage, 422),
  PROMPT_NOT_FOUND: entry('There is no prompt of this id', EXIT.usage, 404),
  PROMPT_INPUT_INVALID: entry('The input does not fit the prompt', EXIT.usage, 422),
  MODEL_MISCONFIGURED: entry('The model cannot be asked as configured', EXIT.runNotFinished, 409),
  MODEL_UNAVAILABLE: entry('The model does not answer', EXIT.runNotFinished, 503),
  BUDGET_REACHED: entry('The budget is reached', EXIT.runNotFinished, 402),
  RUN_NOT_FOUND: entry('There is no run of this name', EXIT.usage, 404),
  ITEM_NOT_FOUND: entry('There is no such item', EXIT.usage, 404),
  ITEM_UNFIT: entry('An item cannot be written in this format', EXIT.usage, 422),
  CALL_NOT_FOUND: entry('There is no such model call', EXIT.usage, 404),
  DECISIONS_INVALID: entry('The file of decisions is not valid', EXIT.usage, 422),
  LEDGER_INVALID: entry('The file is not a ledger that can be taken in', EXIT.usage, 422),
  RUN_INPUTS_DIFFER: entry('A run of this name was made from other inputs', EXIT.usage, 409),
  REVIEW_NOT_FINISHED: entry('People have yet to decide on some items', EXIT.runNotFinished, 409),
  RUN_NOT_FINISHED: entry('The run has not finished', EXIT.runNotFinished, 409),
  RUN_PAUSED: entry('The run was paused', EXIT.runNotFinished, 409),
  RUN_CANCELLED: entry('The run was cancelled', EXIT.runNotFinished, 409),
  SET_ASIDE_LIMIT: entry('Too many records were set aside', EXIT.tooManySetAside, 422),
  OUTPUT_EXISTS: entry('The output folder holds something else', EXIT.usage, 409),
  OUTPUT_UNWRITABLE: entry('The output folder cannot be written', EXIT.storage, 500),
  NOT_AN_EXPORT: entry('The folder is not an export', EXIT.usage, 404),
  EXPORT_DIFFERS: entry('The export differs from its manifest', EXIT.verificationFailed, 409),
  REBUILD_INPUT_MISSING: entry('The export cannot be rebuilt from what is given', EXIT.usage, 422),
  QUEUE_NOT_FOUND: entry('There is no review queue of this name', EXIT.usage, 404),
  REVIEW_REFUSED: entry('The rules of the review do not allow that', EXIT.usage, 409),
  REVIEW_FORBIDDEN: entry('This reviewer may not do that', EXIT.usage, 403),
  CLAIM_LOST: entry('The item is no longer claimed by this reviewer', EXIT.usage, 409),
  EDIT_INVALID: entry('The edited item is not valid', EXIT.usage, 422),
  DISK_FULL: entry('The disk is full', EXIT.storage, 507, true),
  STORE_BUSY: entry('The store is locked by another process', EXIT.storage, 503, true),
  STORE_UNREACHABLE: entry('The store does not answer', EXIT.storage, 503, true),
  STORE_DAMAGED: entry('The store cannot be read', EXIT.storage, 500),
  STORE_NEWER: entry('The store was written by a newer version', EXIT.storage, 409),
  STORE_UNWRITABLE: entry('The store cannot be opened for writing', EXIT.storage, 500),
  ENGINE_NOT_FOUND: entry('No Temporal server is to be had', EXIT.engineUnavailable, 503),
  ENGINE_START_FAILED: entry('The embedded Temporal server did not start', EXIT.engineUnavailable, 503),
  ENGINE_UNREACHABLE: entry('The Temporal server does not answer', EXIT.engineUnavailable, 503, true),
  ENGINE_VERSION: entry('The Temporal server cannot be used', EXIT.engineUnavailable, 503),
  PORT_IN_USE: entry('The port is in use', EXIT.engineUnavailable, 409),
  WORKER_UNAVAILABLE: entry('No worker takes up the work', EXIT.engineUnavailable, 503, true),
  SIGN_IN_NEEDED: entry('Nobody is signed in', EXIT.usage, 401),
  SIGN_IN_REFUSED: entry('Name or token is wrong', EXIT.usage, 401),
  REQUEST_REFUSED: entry('The request does not come from the review page', EXIT.usage, 403),
  REQUEST_INVALID: entry('The request was not understood', EXIT.usage, 400),
  REQUEST_TOO_LARGE: entry('The request is too large', EXIT.usage, 413),
  TOO_MANY_TRIES: entry('Too many tries', EXIT.usage, 429),
  NO_SUCH_PATH: entry('There is nothing at this address', EXIT.usage, 404),
  REVIEWER_EXISTS: entry('There is a reviewer of this name', EXIT.usage, 409),
  REVIEWER_NOT_FOUND: entry('There is no reviewer of this name', EXIT.usage, 404),
  INTERNAL: entry('Something went wrong inside Benchwright', EXIT.internal, 500),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
