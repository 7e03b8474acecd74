import { familyOf } from '../outputs/read-manifest.js';
import type { Run } from '../store/runs.js';
import type { FamilyHost } from './family.js';
import { familyHost } from './index.js';

/** What the family of a run brings. */
export const hostOf = ({ frozen }: Pick<Run, 'frozen'>): Promise<FamilyHost> => familyHost(frozen.family);

/** What the family of an export brings; a folder whose family cannot be read is left to MTU-Bench's reader, which says why. */
export const hostOfExport = async (folder: string): Promise<FamilyHost> =>
  familyHost((await familyOf(folder)) ?? 'mtu-bench');
