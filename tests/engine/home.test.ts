import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isPinned, liveClients, pinEngine, registerClient, unpinEngine } from '../../engine/clients.js';
import { createHome, homePaths } from '../../engine/home.js';
import { commandLine, isAlive, listProcesses, processIdentity } from '../../engine/processes.js';
import { TestProcess } from './support/child.js';
import { endEverything, newHome, temporaryFolder } from './support/home.js';

afterEach(endEverything);

describe('a home', () => {
  it('is the same through a link', () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'real'));
    symlinkSync(join(dir, 'real'), join(dir, 'link'));
    expect(homePaths(join(dir, 'link/home')).database).toBe(join(dir, 'real/home/temporal.db'));
  });

  it.each(['a#b', 'a?b', 'a%20b'])('is refused where the server would misread its path: %s', (name) => {
    expect(() => createHome(join(temporaryFolder(), name))).toThrow(
      expect.objectContaining({ code: 'ENGINE_START_FAILED' }),
    );
  });
});

describe('a process', () => {
  it('is told from a later one with its pid', async () => {
    const dir = temporaryFolder();
    const child = new TestProcess<{ held: boolean }>('lock-entry', join(dir, 'lock'), dir);
    await child.answer();
    const identity = processIdentity(child.pid);
    expect(identity).toBeDefined();
    expect(identity).toBe(processIdentity(child.pid));
    expect(identity).not.toBe(processIdentity(process.pid));
    expect(commandLine(child.pid)?.text).toContain(dir);
    expect(listProcesses().map(({ pid }) => pid)).toContain(child.pid);
    await child.kill();
    expect(isAlive(child.pid)).toBe(false);
    expect(processIdentity(child.pid)).toBeUndefined();
    expect(commandLine(child.pid)).toBeUndefined();
  });
});

describe('clients', () => {
  it('count while they are registered', () => {
    const paths = newHome();
    const [first, second] = [registerClient(paths.dir), registerClient(paths.dir)];
    expect(liveClients(paths)).toEqual([process.pid]);
    first.unregister();
    first.unregister();
    expect(liveClients(paths)).toEqual([process.pid]);
    second.unregister();
    expect(liveClients(paths)).toEqual([]);
  });

  it('are forgotten when they are dead, or when their pid is another process by now', () => {
    const paths = createHome(newHome().dir);
    writeFileSync(join(paths.clients, '4194000-dead.json'), '{"pid":4194000,"identity":"x"}');
    writeFileSync(join(paths.clients, `${process.pid}-reused.json`), `{"pid":${process.pid},"identity":"x"}`);
    writeFileSync(join(paths.clients, '4194001-half.json.tmp'), '{"pi');
    expect(liveClients(paths)).toEqual([]);
    expect(readdirSync(paths.clients)).toEqual([]);
  });

  it('may be nobody while the engine is pinned', () => {
    const paths = newHome();
    expect(isPinned(paths)).toBe(false);
    pinEngine(paths.dir);
    expect(isPinned(paths)).toBe(true);
    unpinEngine(paths.dir);
    unpinEngine(paths.dir);
    expect(isPinned(paths)).toBe(false);
  });
});
