const NEEDED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|LANG|LC_.*|TZ|XDG_.*|LD_LIBRARY_PATH|DYLD_.*|SSL_CERT_.*)$/;

/** What the server is given of the environment: no keys, and none of the settings that the Temporal CLI reads. */
export function serverEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return pick(env, NEEDED);
}

/** What the supervisor is given: the server's part and Benchwright's own switches. No key of a model provider. */
export function supervisorEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...pick(env, NEEDED), ...pick(env, /^BENCHWRIGHT_(CACHE|DEBUG|TEMPORAL_DOWNLOAD)$/) };
}

function pick(env: NodeJS.ProcessEnv, names: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.test(name)));
}
