import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TEvalDiff } from '../../outputs/t-eval/diff-paths.js';
import { objectOf } from '../support/cli.js';
import { sharedServer } from '../support/cli-server.js';
import { pathsLineage, pathsManifest, T_EVAL_TOOLS } from '../support/cli-t-eval.js';
import { Workspace } from '../support/cli-workspace.js';
import { localRehearsal } from '../support/local-t-eval.js';
import { describeShared } from '../support/shared.js';

const FEW = 4;
const MORE = 8;

describeShared('diff of exports of t-eval', () => {
  let workspace: Workspace;
  const make = (out: string, queries: number, faults: string): Promise<void> =>
    localRehearsal(workspace.path(out), [], { tools: [T_EVAL_TOOLS], seed: 0, queries, faults });
  const diff = async (before: string, after: string): Promise<TEvalDiff> =>
    objectOf<TEvalDiff>(await workspace.benchwright(['diff', before, after, '--json']));

  beforeAll(async () => {
    workspace = new Workspace(sharedServer());
    await make('few.rehearsal', FEW, '0');
    await make('more.rehearsal', MORE, '0');
    await make('faulty.rehearsal', FEW, 'input=1');
  }, 300_000);
  afterAll(() => workspace.dispose());

  it('says that an export is the same as itself', { timeout: 300_000 }, async () => {
    const same = await workspace.benchwright(['diff', 'few.rehearsal', 'few.rehearsal']);
    expect(same.code, same.stderr).toBe(0);
    expect(same.stdout).toContain('few.rehearsal and few.rehearsal hold the same');
  });

  it('counts what is kept and what is new, and the records of every file', { timeout: 300_000 }, async () => {
    const [was, is] = [pathsManifest(workspace, 'few.rehearsal'), pathsManifest(workspace, 'more.rehearsal')];
    const found = await diff('few.rehearsal', 'more.rehearsal');
    expect(found).toMatchObject({ same: false, queries: { before: FEW, after: MORE }, changed: [] });
    expect(found.inputs).toEqual([{ what: 'queries', before: String(FEW), after: String(MORE) }]);
    const { kept, changed, added, gone } = found.paths;
    expect({ changed, both: kept + gone, now: kept + added }).toEqual({
      changed: 0,
      both: was.counts.queries.accepted,
      now: is.counts.queries.accepted,
    });
    expect(kept).toBeGreaterThan(0);
    for (const [stem, { before, after, subset }] of Object.entries(found.records)) {
      const counts = (of: Readonly<Record<string, number>>): number | undefined => of[stem];
      expect([before, after], stem).toEqual([counts(was.counts.records), counts(is.counts.records)]);
      expect(subset, stem).toEqual({
        before: counts(was.counts.subset),
        after: counts(is.counts.subset),
      });
    }
    const asked = new Set(pathsLineage(workspace, 'few.rehearsal').map(({ itemId }) => itemId));
    const others = pathsLineage(workspace, 'more.rehearsal').filter(({ itemId }) => !asked.has(itemId));
    const fresh = found.turned.filter(({ before }) => before === 'not asked for');
    expect(fresh.reduce((sum, { queries }) => sum + queries, 0)).toBe(others.length);
  });

  it(
    'names what changed in a path: calls that went wrong, and what came of them',
    { timeout: 300_000 },
    async () => {
      const found = await diff('few.rehearsal', 'faulty.rehearsal');
      expect(found.paths.changed).toBeGreaterThan(0);
      expect(found.changed).toHaveLength(found.paths.changed);
      for (const { parts } of found.changed) expect(parts).toEqual(expect.arrayContaining(['observations']));
      const shown = await workspace.benchwright(['diff', 'few.rehearsal', 'faulty.rehearsal']);
      expect(shown.stdout).toContain('faults inputError: 0 → 1');
      expect(shown.stdout).toMatch(/paths +kept redecided +changed +new +gone/);
      expect(shown.stdout).toMatch(/review_str +\d+ → \d+ +\d+ → \d+/);
      expect(shown.stdout).toMatch(/ {2}query_\d+ .*\/\d+\/\d+: .*observations/);
    },
  );

  it('refuses a folder that is no export', async () => {
    const nothing = await workspace.benchwright(['diff', 'few.rehearsal', 'nowhere']);
    expect(nothing).toMatchObject({ code: 2 });
    expect(nothing.stderr).toContain('NOT_AN_EXPORT');
  });
});
