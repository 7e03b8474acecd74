import type { StatefulSimulator } from './simulator.js';

type Files = ReadonlyMap<string, string>;

/** T-Eval's tool `FileOperation`: files written earlier can be read, others do not exist. */
export const FILE_OPERATION: StatefulSimulator<Files> = {
  tools: new Map([['FileOperation', ['write_file', 'read_file']]]),
  start: () => new Map(),
  reduce(files, { name, args }) {
    const { file_path: path, text } = args;
    const wrong = (error: string) => ({ state: files, response: { error }, kind: 'C' as const });
    if (typeof path !== 'string' || path === '') return wrong('file_path is missing or no text');
    if (name === 'write_file') {
      if (typeof text !== 'string') return wrong('text is missing or no text');
      return { state: new Map([...files, [path, text]]), response: { status: 'success' }, kind: 'A' };
    }
    const found = files.get(path);
    return found === undefined
      ? wrong(`no such file: ${path}`)
      : { state: files, response: { text: found }, kind: 'A' };
  },
};
