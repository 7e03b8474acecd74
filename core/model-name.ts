/** Absolute paths of Unix and Windows, paths in a home or beside the server, and `file:` URLs. */
const PATH = /^(?:[/\\~]|\.{1,2}[/\\]|[A-Za-z]:[/\\]|file:)/;

/**
 * The name of a model as files may have it. Servers such as llama.cpp and vLLM name a model by its path, whose folders
 * tell about the machine: of a path only the last part is kept. `org/model` is no path.
 */
export function modelName(name: string): string {
  if (!PATH.test(name)) return name;
  const parts = name.split(/[/\\]+/).filter((part) => part !== '' && part !== 'file:' && part !== '~');
  return parts.at(-1) ?? name;
}
