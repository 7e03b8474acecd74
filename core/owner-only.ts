/** File modes in a home; only the owner may access dialogues, answers and sessions. */
export const OWNER_FOLDER = 0o700;
export const OWNER_FILE = 0o600;
/** The umask of programs that write there. */
export const OWNER_MASK = 0o077;
