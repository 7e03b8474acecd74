import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionNames, textsChanged } from '../../core/stable-names.js';
import { folderNames } from '../../sources/tools/mcp/folder-names.js';
import { freshFolder } from '../support/files.js';

const HOME = '/home/ada';
const FOLDER = '/srv/lab/bench/.benchwright/sessions/24047-NF74W2/workspace';
const { inward, outward } = folderNames(FOLDER, [], HOME);

describe('what stands in responses for places of this machine', () => {
  it.each([
    [`ENOENT: scandir '${FOLDER}/notes.txt'`, "ENOENT: scandir '/workspace/notes.txt'"],
    [`Allowed directories:\n${FOLDER}`, 'Allowed directories:\n/workspace'],
    [`It is in ${FOLDER}.`, 'It is in /workspace.'],
    [`file://${FOLDER}/a%20b.txt`, 'file:///workspace/a%20b.txt'],
    [`{"path":"${FOLDER.replaceAll('/', '\\/')}\\/a"}`, '{"path":"\\/workspace\\/a"}'],
    [`?path=${encodeURIComponent(`${FOLDER}/a`)}`, '?path=%2Fworkspace%2Fa'],
    [`file%3A%2F%2F${encodeURIComponent(FOLDER)}`, 'file%3A%2F%2F%2Fworkspace'],
    ['outside: /srv/lab/bench/.benchwright/sessions/24047-NF74W2/x', 'outside: /x'],
    ['outside: /srv/lab/bench/.benchwright/sessions', 'outside: /'],
    ['in /srv/lab/bench/b.txt, /srv/lab/bench', 'in /b.txt, /'],
    ['24047-NF74W2', 'this-session'],
    ['/home/ada/notes and /home/ada', '/home/user/notes and /home/user'],
    ['/home/adam, /srv/lab, a/srv/lab/bench, /srv/lab/bench.bak', undefined],
  ])('%s', (text, expected = text) => {
    expect(outward(text)).toBe(expected);
    expect(outward(outward(text))).toBe(expected);
  });

  it('is found also under the name that a link gives the folder', () => {
    const [real, linked] = [freshFolder(), join(freshFolder(), 'link')];
    mkdirSync(join(real, '1-abcdef', 'workspace'), { recursive: true });
    symlinkSync(real, linked);
    const names = folderNames(join(linked, '1-abcdef', 'workspace'), [], HOME);
    const there = join(realpathSync(real), '1-abcdef', 'workspace');
    expect(names.outward(`${there}/a ${linked}/1-abcdef/workspace/b`)).toBe('/workspace/a /workspace/b');
    expect(names.inward('/workspace/a')).toBe(`${linked}/1-abcdef/workspace/a`);
  });

  it('stays where it is the root, of which no text is free', () => {
    expect(folderNames('/', [], '/').outward('/a/b')).toBe('/a/b');
  });
});

describe('what a call has in the place of a name', () => {
  it.each([
    ['/workspace/people.csv', `${FOLDER}/people.csv`],
    ['/workspace', FOLDER],
    ['Read /workspace/a, then "/workspace/b".', `Read ${FOLDER}/a, then "${FOLDER}/b".`],
    ['file:///workspace/a', `file://${FOLDER}/a`],
    ['{"path":"\\/workspace\\/a"}', `{"path":"${FOLDER.replaceAll('/', '\\/')}\\/a"}`],
    ['?path=%2Fworkspace%2Fa', `?path=${encodeURIComponent(`${FOLDER}/a`)}`],
    ['/home/user/a', '/home/ada/a'],
    ['/workspaces/a /my/workspace/a ./workspace https://x.example/workspace', undefined],
  ])('%s', (text, expected = text) => {
    expect(inward(text)).toBe(expected);
    expect(inward(inward(text))).toBe(expected);
  });

  it('is left where the server’s command has the name: it is the server’s own', () => {
    const names = folderNames(FOLDER, ['-v', '{folder}:/workspace'], HOME);
    expect(names.inward('/workspace/a')).toBe('/workspace/a');
  });

  it('comes back as the name, whatever stands around it', () => {
    const part = fc.constantFrom(
      '/workspace',
      '/workspace/a.txt',
      ' ',
      '"',
      'file://',
      'x',
      '\n',
      ':',
      '=',
      '/home/user',
    );
    let named = 0;
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.join('');
        if (inward(text) !== text) named += 1;
        expect(outward(inward(text))).toBe(text);
      }),
    );
    expect(named).toBeGreaterThan(20);
  });

  it('is found in every text of a value, and in names of fields', () => {
    const value = { '/workspace/a': ['/workspace/b', 1, null, { c: '/workspace' }] };
    const there = textsChanged(value, inward);
    expect(there).toEqual({ [`${FOLDER}/a`]: [`${FOLDER}/b`, 1, null, { c: FOLDER }] });
    expect(textsChanged(there, outward)).toEqual(value);
  });
});

it('a session’s id has a name, except a word that any text may hold', () => {
  const names = sessionNames('0f1e2d3c4b5a6978');
  expect(names.outward('https://x.example/0f1e2d3c4b5a6978/a')).toBe('https://x.example/this-session/a');
  expect(names.inward('https://x.example/this-session/a')).toBe('https://x.example/0f1e2d3c4b5a6978/a');
  expect(sessionNames('probe').outward('a probe')).toBe('a probe');
});
