import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workflowIdOf } from '../../cli/drive-run.js';
import { connectClient } from '../../engine/connect.js';
import { ensureEngine } from '../../engine/ensure.js';
import { engineStatus } from '../../engine/status.js';
import { openStore } from '../../store/store.js';
import { findRun } from '../../store/runs.js';
import { readManifest } from '../../outputs/verify-export.js';
import { NOT_PLACED } from '../../transforms/splitting/divide-items.js';
import { table } from '../table.js';
import { copyCorpus } from './corpus.js';
import { floorSeconds } from './floor-seconds.js';
import { ProcessWatch } from './processes.js';
import { stageSeconds } from './stages.js';

const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface BenchConvertOptions {
  /** SGD folder whose shards are copied. */
  readonly source: string;
  /** How many copies of each shard; several numbers are measured one after another. */
  readonly copies: readonly number[];
  readonly print: (line: string) => void;
}

interface Measured {
  readonly copies: number;
  readonly megabytes: number;
  readonly floorSeconds: number;
  readonly seconds: number;
  readonly workerPeakMb: number;
  readonly cpuSeconds: number;
  readonly engineCpuSeconds: number;
  readonly largestHistory: number;
  readonly temporalMb: number;
  readonly storeMb: number;
  readonly exportMb: number;
  /** Items left out as duplicates of another's user text, and all items. */
  readonly duplicates: number;
  readonly made: number;
}

/**
 * The whole of `run mtu-bench` next to the floor, JSON.parse + JSON.stringify of the same bytes in one process, both
 * in one go on one machine. Starting the engine is left out; starting the worker is not.
 * @returns the table in Markdown
 */
export async function benchConvert({ source, copies, print }: BenchConvertOptions): Promise<string> {
  const rows: Measured[] = [];
  for (const count of copies) {
    print(`convert: ${count} copies`);
    rows.push(await measure(source, count));
  }
  const f = (n: number, digits = 1): string => n.toFixed(digits);
  return table(
    [
      'copies',
      'input MB',
      'floor s',
      'run s',
      'run / floor',
      'worker peak MB',
      'CPU s (CLI + workers)',
      'CPU s (engine)',
      'largest history',
      'Temporal DB MB',
      'store MB',
      'export MB',
      'items',
      'duplicates',
    ],
    rows.map((m) => [
      String(m.copies),
      f(m.megabytes),
      f(m.floorSeconds, 2),
      f(m.seconds),
      f(m.seconds / m.floorSeconds),
      f(m.workerPeakMb, 0),
      f(m.cpuSeconds),
      f(m.engineCpuSeconds),
      String(m.largestHistory),
      f(m.temporalMb),
      f(m.storeMb),
      f(m.exportMb),
      String(m.made),
      `${m.duplicates} (${f((100 * m.duplicates) / m.made, 2)} %)`,
    ]),
  );
}

/**
 * Each stage next to the floor of the same bytes, alone in one process: where the time goes. Stages of a run share two
 * cores with each other and with Temporal, so these do not add up to the run above.
 * @returns the table in Markdown
 */
export async function benchStages({ source, copies, print }: BenchConvertOptions): Promise<string> {
  const [count = 1] = copies;
  print(`stages: ${count} copies`);
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-stages-'));
  try {
    const corpus = copyCorpus(source, join(folder, 'sgd'), count);
    const before = floorSeconds(corpus.shards);
    const seconds = await stageSeconds(corpus.root);
    const floor = (before + floorSeconds(corpus.shards)) / 2;
    return table(
      [`stage (${count} copies, ${(corpus.bytes / 1e6).toFixed(1)} MB)`, 's', 'stage / floor'],
      [
        ['floor: JSON.parse + JSON.stringify', floor.toFixed(2), '1.0'],
        ...seconds.map(({ stage, seconds: s }) => [stage, s.toFixed(2), (s / floor).toFixed(1)]),
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(source: string, copies: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-convert-'));
  const home = join(folder, 'home');
  const cli = (...words: string[]): string[] => [CLI, ...words, '--home', home, '--json'];
  try {
    const corpus = copyCorpus(source, join(folder, 'sgd'), copies);
    const floor = (): number => floorSeconds(corpus.shards);
    execFileSync(process.execPath, cli('up'), { stdio: 'ignore' });
    const before = floor();
    const run = await timeRun(
      cli(
        'run',
        'mtu-bench',
        '--source',
        `sgd=${corpus.root}`,
        '--out',
        join(folder, 'out'),
        '--name',
        'bench',
      ),
      home,
    );
    const after = floor();
    return {
      copies,
      megabytes: corpus.bytes / 1e6,
      floorSeconds: (before + after) / 2,
      ...run,
      largestHistory: await largestHistory(home),
      temporalMb: sizeMb(home, /^temporal\.db/),
      storeMb: sizeMb(home, /^store\.db/),
      exportMb: sizeMb(join(folder, 'out', 'data'), /./),
      ...(await duplicatesOf(join(folder, 'out'))),
    };
  } finally {
    execFileSync(process.execPath, cli('down'), { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeRun(
  words: readonly string[],
  home: string,
): Promise<Pick<Measured, 'seconds' | 'workerPeakMb' | 'cpuSeconds' | 'engineCpuSeconds'>> {
  const [server] = (await engineStatus(home)).serverPids;
  const started = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const watch = new ProcessWatch(() => {
    const [one, other] = childrenOf(child.pid);
    return { cli: child.pid, one, other, server };
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const seconds = (performance.now() - started) / 1000;
  watch.stop();
  if (code !== 0) throw new Error(`the run ended with ${code}`);
  return {
    seconds,
    workerPeakMb: Math.max(watch.of('one').peakMb, watch.of('other').peakMb),
    cpuSeconds: ['cli', 'one', 'other'].reduce((sum, name) => sum + watch.of(name).cpuSeconds, 0),
    engineCpuSeconds: watch.of('server').cpuSeconds,
  };
}

/** The command's children are its workers (Linux). */
function childrenOf(pid: number | undefined): number[] {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return pids === '' ? [] : pids.split(' ').map(Number);
  } catch {
    return [];
  }
}

async function largestHistory(home: string): Promise<number> {
  const store = await openStore(join(home, 'store.db'));
  const run = await findRun(store, 'bench');
  const engine = await ensureEngine({ home, supervisorCommand: [process.execPath, CLI, 'supervise'] });
  const connected = await connectClient(engine);
  try {
    let largest = 0;
    const workflowId = workflowIdOf(store, run?.runId ?? '');
    for await (const execution of connected.client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
      // The list lags behind; the execution itself knows its length.
      const { historyLength } = await connected.client.workflow
        .getHandle(workflowId, execution.runId)
        .describe();
      largest = Math.max(largest, historyLength);
    }
    return largest;
  } finally {
    await connected.close();
    engine.release();
    await store.close();
  }
}

async function duplicatesOf(out: string): Promise<Pick<Measured, 'duplicates' | 'made'>> {
  const { counts, inputs } = await readManifest(out);
  return { duplicates: counts.notEvaluated[NOT_PLACED.duplicate] ?? 0, made: inputs.items };
}

function sizeMb(folder: string, name: RegExp): number {
  const files = readdirSync(folder).filter((file) => name.test(file));
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1e6;
}
