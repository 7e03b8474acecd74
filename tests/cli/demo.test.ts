import { afterAll, describe, expect, it } from 'vitest';
import { digestTree, EXAMPLE, objectOf } from '../support/cli.js';
import { Workspace } from '../support/cli-workspace.js';

const workspace = new Workspace();
afterAll(() => workspace.dispose());

describe('demo', () => {
  it('does the main job on the carried corpus and says what was made and what comes next', async () => {
    const result = await workspace.benchwright(['demo']);
    expect(result.code, result.stderr).toBe(0);
    expect(result.stderr).toContain('corpus: the hand-made example in the format of SGD');
    expect(result.stdout).toContain('demo: 22 dialogues read, 21 converted');
    const [, next = ''] = /^next: npx benchwright (.*)$/m.exec(result.stdout) ?? [];
    expect(next).toBe('verify benchwright-out/demo');
    const verified = await workspace.benchwright(next.split(' '));
    expect(verified.code, verified.stderr).toBe(0);
  });

  it('takes another corpus, in a run of its own', async () => {
    const result = await workspace.benchwright(['demo', '--source', `sgd=${EXAMPLE}/dev`, '--json']);
    expect(result.code, result.stderr).toBe(0);
    const made = objectOf<{ run: string; out: string }>(result);
    expect(made).toMatchObject({ read: 7, status: 'finished' });
    expect(made.run).toMatch(/^demo-dev-[0-9a-f]{6}$/);
    expect(made.out).toBe(workspace.path('benchwright-out', made.run));
    expect(Object.keys(digestTree(made.out))).toContain('manifest.json');
  });
});
