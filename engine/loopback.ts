/** The embedded server listens on this address only. */
export const LOOPBACK = '127.0.0.1';

/** The namespace that the embedded server creates at its start. */
export const EMBEDDED_NAMESPACE = 'default';
