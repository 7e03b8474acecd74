/** Modes of what lies in a home: dialogues, answers and sessions are the owner's alone. */
export const OWNER_FOLDER = 0o700;
export const OWNER_FILE = 0o600;
/** The mask under which programs that write there are started. */
export const OWNER_MASK = 0o077;
