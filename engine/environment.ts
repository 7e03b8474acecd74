const NEEDED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|LANG|LC_.*|TZ|XDG_.*|LD_LIBRARY_PATH|DYLD_.*|SSL_CERT_.*)$/;

/** The environment passed to the server: no keys, and no settings of the Temporal CLI. */
export function serverEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return pick(env, NEEDED);
}

/** The environment passed to the supervisor: the server's, plus Benchwright's own switches. No model keys. */
export function supervisorEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...pick(env, NEEDED), ...pick(env, /^BENCHWRIGHT_(CACHE|DEBUG|TEMPORAL_DOWNLOAD)$/) };
}

function pick(env: NodeJS.ProcessEnv, names: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.test(name)));
}
