import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { Family as FamilyName } from '../core/run.js';
import { familyOf } from '../outputs/read-manifest.js';
import type { Run } from '../store/runs.js';
import type { FamilyHost } from './family.js';

/** The built-in families by name, each loaded when it is first needed: a command pays for the family it works on. */
const HOSTS: { readonly [F in FamilyName]: () => Promise<FamilyHost<F>> } = {
  'mtu-bench': async () => (await import('./mtu-bench/host.js')).mtuBench,
  't-eval': async () => (await import('./t-eval/host.js')).tEval,
  ask: async () => (await import('./ask/host.js')).ask,
  correct: async () => (await import('./correct/host.js')).correct,
};

/** What the family of this name brings. @throws INTERNAL for one that this version does not have */
export async function familyHost(name: string): Promise<FamilyHost> {
  if (Object.hasOwn(HOSTS, name)) return (await HOSTS[name as FamilyName]()) as unknown as FamilyHost;
  throw new BenchwrightError('INTERNAL', {
    expected: `a family among: ${Object.keys(HOSTS).join(', ')}`,
    found: name,
    next: 'Use the version of Benchwright, with the extensions, that made it.',
  });
}

/** What the family of a run brings. */
export const hostOf = ({ frozen }: Pick<Run, 'frozen'>): Promise<FamilyHost> => familyHost(frozen.family);

/** What the family of an export brings; a folder whose family cannot be read is left to MTU-Bench's reader, which says why. */
export const hostOfExport = async (folder: string): Promise<FamilyHost> =>
  familyHost((await familyOf(folder)) ?? 'mtu-bench');
