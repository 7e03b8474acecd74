import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { escaped } from '../../../core/escaped.js';
import {
  NO_NAMES,
  SESSION_NAME,
  USER_HOME,
  WORKSPACE,
  type StableNames,
} from '../../../core/stable-names.js';

/** The end of a path: no character of a longer name may follow, but the full stop of a sentence may. */
const END = '(?![\\w-]|\\.\\w)';
/** The beginning of a path. */
const BEGIN = '(?:(?<![\\w.~-])|(?<=%2F))';

/** Depth from which a folder's parents are always replaced; a path closer to the root may occur in any text. */
const DEPTH = 3;

/** A folder of this machine, and its stable name. */
interface Place {
  readonly real: string;
  readonly name: string;
}

/** The ways in which texts spell a path. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  // Inside a JSON string.
  (path) => JSON.stringify(path).slice(1, -1),
  (path) => path.replaceAll('/', '\\/'),
  // In a file:// URL.
  (path) => encodeURI(path),
  (path) => path.split('/').map(encodeURIComponent).join('/'),
  (path) => encodeURIComponent(path),
];

/**
 * The stable names of a working folder. Its parents become the root of what a server sees, like `/workspace/..`, and
 * the user's home folder becomes `/home/user`.
 * @param folder an absolute path
 * @param given parts of the server's command: if one contains the stable name, the server knows it, so calls are not
 * translated
 */
export function folderNames(folder: string, given: readonly string[] = [], home = homedir()): StableNames {
  // A folder directly below the root would match in any text.
  if (depthOf(folder) < 2) return NO_NAMES;
  const paths = spelled(folder);
  const parents = paths.flatMap((path) => parentsOf(path).map((real) => ({ real, name: '' })));
  const homes = depthOf(home) > 0 ? spelled(home).map((real) => ({ real, name: USER_HOME })) : [];
  const own = new Set(homes.map(({ real }) => real));
  const folders = paths.map((real) => ({ real, name: WORKSPACE }));
  const outward = outwardOf([...folders, ...homes, ...parents.filter(({ real }) => !own.has(real))]);
  // The folder of a process has a random name, which may occur alone.
  const random = new RegExp(`(?<![\\w-])${escaped(basename(dirname(folder)))}(?![\\w-])`, 'g');
  const isOfSession = /^\d+-\w{6}$/.test(basename(dirname(folder)));
  const known = given.some((word) => word.includes(WORKSPACE));
  return {
    inward: known ? (text) => text : inwardOf([{ real: folder, name: WORKSPACE }, ...homes.slice(0, 1)]),
    outward: (text) => {
      const named = outward(text);
      return isOfSession ? named.replace(random, () => SESSION_NAME) : named;
    },
  };
}

/** A path as given, and with symbolic links resolved. */
function spelled(path: string): string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [path];
  }
}

const depthOf = (path: string): number => path.split(/[/\\]/).filter((part) => part !== '').length;

/** The folder around it, the one with the folders of all sessions, and their parents. */
function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let at = dirname(path); depthOf(at) > 0 && at !== dirname(at); at = dirname(at))
    if (parents.length < 2 || depthOf(at) >= DEPTH) parents.push(at);
  return parents.filter((at) => depthOf(at) > 1);
}

function outwardOf(places: readonly Place[]): StableNames['outward'] {
  const forms = new Map<string, string>();
  for (const { real, name } of places)
    for (const spelling of SPELLINGS)
      if (!forms.has(spelling(real))) forms.set(spelling(real), name === '' ? '' : spelling(name));
  const longest = [...forms.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const anyOf = new RegExp(`${BEGIN}(${longest.map(escaped).join('|')})${END}`, 'g');
  return (text) =>
    text.replace(anyOf, (found: string, ...more: unknown[]) => {
      const name = forms.get(found) ?? found;
      if (name !== '') return name;
      const [at, whole] = more.slice(-2) as [number, string];
      // Its content then lies in the root: only the separator that follows the parent is left.
      const rest = whole.slice(at + found.length);
      return /^(?:\/|\\|%2F)/i.test(rest) ? '' : found.startsWith('%2F') ? '%2F' : '/';
    });
}

/** Servers on Windows accept both separators, and slashes need no escaping in JSON. */
const slashed = (path: string): string => (/^[A-Za-z]:\\/.test(path) ? path.replaceAll('\\', '/') : path);

function inwardOf(places: readonly Place[]): StableNames['inward'] {
  const forms = new Map<string, string>();
  const patterns: string[] = [];
  const put = (form: string, real: string, before: string): void => {
    if (forms.has(form)) return;
    forms.set(form, real);
    patterns.push(`${before}${escaped(form)}${END}`);
  };
  for (const { real, name } of places) {
    const path = slashed(real);
    // Real paths are matched first and stay as they are, because a folder may lie inside one that equals its stable
    // name.
    for (const spelling of SPELLINGS) put(spelling(path), spelling(path), '');
    for (const host of ['file://', 'file://localhost'])
      put(`${host}${name}`, `${host}${path.startsWith('/') ? '' : '/'}${encodeURI(path)}`, '');
    const before = '(?:(?<![\\w.~%/\\\\-])|(?<=%2F))';
    put(name, path, before);
    put(name.replaceAll('/', '\\/'), path.replaceAll('/', '\\/'), before);
    put(encodeURIComponent(name), encodeURIComponent(path), before);
  }
  const anyOf = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(anyOf, (found) => forms.get(found) ?? found);
}
