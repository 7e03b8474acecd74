import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { byText } from '../../../core/ids.js';
import type { Split } from '../../../core/split.js';
import type { SplitSettings } from '../../../core/mtu-bench/run.js';
import type { Components } from './near-duplicates.js';
import { seededOrder } from './seeded-order.js';

/** Maximum share of a component: a larger one would dominate its side. */
export const LARGEST_SHARE = 0.2;
/** Number of dialogues below which shares are meaningless: two equal ones of five are 40 %. */
const FEW_DIALOGUES = 50;
const EXAMPLES = 3;

/** A dialogue to assign to a side. */
export interface SplitDialogue {
  /** As in `SplitUnit`. */
  readonly key: string;
  /** Whether it calls a tool of a held-out topic. */
  readonly heldOut: boolean;
}

export interface SplitAssignment {
  /** Dialogue key -> its side. */
  readonly splits: ReadonlyMap<string, Split>;
  readonly counts: {
    readonly dialogues: Readonly<Record<Split, number>>;
    /** In-domain dialogues excluded from training as near-duplicates of held-out ones. */
    readonly besideHeldOut: number;
    /** In-domain components per side, without those attached to held-out dialogues. */
    readonly components: Readonly<Record<'train' | 'test', number>>;
    /** Test share of the in-domain dialogues, 0 to 1; 0 if there are none. */
    readonly testShare: number;
  };
}

/**
 * Splits dialogues by seed without near-duplicates across training and evaluation (MTU-Bench §3). Held-out dialogues
 * are OOD; others in their components go to test. The remaining components, whole and in seeded order, go to test
 * until its share is met as closely as possible; each desired side gets at least one.
 * @param components of these dialogues; unknown dialogues form their own
 * @throws SPLIT_IMPOSSIBLE if a component exceeds 20 % of all dialogues and both sides are wanted
 */
export function assignSplits(
  dialogues: readonly SplitDialogue[],
  components: Pick<Components, 'of'>,
  settings: Pick<SplitSettings, 'testShare' | 'nearDuplicate'>,
  seed: number,
): SplitAssignment {
  const groups = groupByComponent(dialogues, components);
  const bothSides = settings.testShare > 0 && settings.testShare < 1;
  if (bothSides) refuseGiant(groups, dialogues.length, settings.nearDuplicate);

  const splits = new Map<string, Split>();
  const inDomain = dialogues.filter((dialogue) => !dialogue.heldOut).length;
  const free: Component[] = [];
  let besideHeldOut = 0;
  for (const group of groups) {
    if (!group.members.some((member) => member.heldOut)) {
      free.push(group);
      continue;
    }
    for (const { key, heldOut } of group.members) splits.set(key, heldOut ? 'ood' : 'test');
    besideHeldOut += group.members.filter((member) => !member.heldOut).length;
  }
  const ordered = seededOrder(free, ({ id }) => id, seed, 'split');
  const sizes = ordered.map(({ members }) => members.length);
  const toTest = bothSides
    ? withinSides(
        nearestCut(sizes, settings.testShare * inDomain - besideHeldOut),
        free.length,
        besideHeldOut > 0,
      )
    : settings.testShare * free.length;
  ordered.forEach(({ members }, i) => {
    for (const { key } of members) splits.set(key, i < toTest ? 'test' : 'train');
  });

  const number = { train: 0, test: 0, ood: 0 };
  for (const split of splits.values()) number[split]++;
  return {
    splits,
    counts: {
      dialogues: number,
      besideHeldOut,
      components: { train: free.length - toTest, test: toTest },
      testShare: inDomain === 0 ? 0 : number.test / inDomain,
    },
  };
}

interface Component {
  readonly id: string;
  readonly members: readonly SplitDialogue[];
}

/** Components by id, dialogues by key, independent of arrival order. */
function groupByComponent(dialogues: readonly SplitDialogue[], { of }: Pick<Components, 'of'>): Component[] {
  const groups = new Map<string, SplitDialogue[]>();
  for (const dialogue of [...dialogues].sort((a, b) => byText(a.key, b.key))) {
    const id = of.get(dialogue.key) ?? dialogue.key;
    const group = groups.get(id);
    if (group) group.push(dialogue);
    else groups.set(id, [dialogue]);
  }
  return [...groups].map(([id, members]) => ({ id, members })).sort((a, b) => byText(a.id, b.id));
}

/** Number of leading sizes whose sum is closest to the target; the smaller on ties. */
function nearestCut(sizes: readonly number[], target: number): number {
  let sum = 0;
  for (const [taken, size] of sizes.entries()) {
    if (Math.abs(sum + size - target) >= Math.abs(sum - target)) return taken;
    sum += size;
  }
  return sizes.length;
}

/** Clamps the cut so that neither side is empty if there are at least two components. */
function withinSides(cut: number, components: number, testHasSome: boolean): number {
  const least = testHasSome || components < 2 ? 0 : 1;
  const most = components >= 2 || (testHasSome && components === 1) ? components - 1 : components;
  return Math.min(Math.max(cut, least), most);
}

function refuseGiant(groups: readonly Component[], dialogues: number, threshold: number): void {
  if (dialogues < FEW_DIALOGUES) return;
  const giant = groups.find(({ members }) => members.length > LARGEST_SHARE * dialogues);
  if (!giant) return;
  const share = Math.round((100 * giant.members.length) / dialogues);
  const examples = giant.members.slice(0, EXAMPLES).map(({ key }) => key);
  throw new BenchwrightError('SPLIT_IMPOSSIBLE', {
    expected: `no group of near-duplicate dialogues with more than ${LARGEST_SHARE * 100} % of all: a group goes to one side as a whole`,
    found: `${giant.members.length} of ${dialogues} dialogues (${share} %) hang together by user texts that are alike at ${threshold} or more, such as ${examples.join(', ')}`,
    next: 'Read these dialogues. If they are not the same, raise mtuBench.split.nearDuplicate in temporal.config.ts; if they are, write one side only with --test-share 1 or --test-share 0.',
    details: { dialogues: giant.members.length, of: dialogues, examples },
  });
}
