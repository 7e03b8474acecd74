import { questions, withServer } from '../calls/scene.js';
import { table } from '../table.js';
import { BuiltProduct } from './built-product.js';

export interface BuildsOptions {
  /** Checkout of the earlier commit, built (`npm ci && npm run build`). */
  readonly before: string;
  /** The same of the later one. */
  readonly after: string;
  /** Rows of each run. */
  readonly n: number;
  readonly pairs: number;
  readonly print: (line: string) => void;
}

/** What one run of each build cost the workers, in CPU ms per call. */
interface Pair {
  readonly before: number;
  readonly after: number;
}

/** Runs of each build before the first pair: the code is compiled and optimised by then. */
const WARM_UP = 3;

/**
 * CPU time per call of a map stage (`run ask`) of two builds. Each has a worker that stays. The two runs of a pair go at the
 * same time, as a CPU second does more or less by what else the machine does then.
 */
export async function benchBuilds({ before, after, n, pairs, print }: BuildsOptions): Promise<string> {
  const measured = await withServer(['--latency', '0'], async ({ baseUrl }) => {
    const builds = {
      before: await BuiltProduct.start(before, baseUrl),
      after: await BuiltProduct.start(after, baseUrl),
    };
    try {
      return await atOnce(builds, { n, pairs, print });
    } finally {
      await builds.before.stop();
      await builds.after.stop();
    }
  });
  const ratios = measured.map((pair) => pair.after / pair.before);
  const [low, high] = medianInterval(ratios);
  const [all, most] = [pairs, (ratio: number) => ratio.toFixed(3)];
  const usual = (side: keyof Pair): string => median(measured.map((pair) => pair[side])).toFixed(2);
  return table(
    ['map stage', 'pairs of runs', 'CPU ms a call before', 'after', 'median ratio', '95 % interval'],
    [
      [
        `ask, ${n} rows a run`,
        String(all),
        usual('before'),
        usual('after'),
        most(median(ratios)),
        `${most(low)} to ${most(high)}`,
      ],
    ],
  );
}

async function atOnce(
  builds: Readonly<Record<keyof Pair, BuiltProduct>>,
  { n, pairs, print }: Pick<BuildsOptions, 'n' | 'pairs' | 'print'>,
): Promise<Pair[]> {
  const measured: Pair[] = [];
  for (let at = -WARM_UP; at < pairs; at += 1) {
    const ask = async (side: keyof Pair): Promise<number> =>
      (1_000 * (await builds[side].ask(`run${at + WARM_UP}`, textsOf(at, n)))) / n;
    const [before, after] = await Promise.all([ask('before'), ask('after')]);
    const cost = { before, after };
    if (at < 0) continue;
    measured.push(cost);
    print(
      `${at + 1}: ${cost.before.toFixed(3)} ${cost.after.toFixed(3)} ${(cost.after / cost.before).toFixed(3)}`,
    );
  }
  return measured;
}

/** Rows that no earlier run asked. */
const textsOf = (at: number, n: number): string[] => questions(n).map((text) => `${at}: ${text}`);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The 95 % interval of a median from order statistics, which assumes no distribution. */
function medianInterval(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  const rank = Math.max(1, Math.floor(n / 2 - 1.96 * Math.sqrt(n / 4)));
  return [sorted[rank - 1] ?? NaN, sorted[n - rank] ?? NaN];
}
