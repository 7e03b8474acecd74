import { resolve } from 'node:path';
import type { Run } from '../../store/runs.js';

/** The mark of what rehearsal made: on every folder that it writes, and on the run. */
const MARK = '.rehearsal';

/** A folder, or a run's name, with the mark where rehearsal made it. */
export const marked = (name: string, rehearsal: boolean): string =>
  !rehearsal || name.endsWith(MARK) ? name : `${name}${MARK}`;

/** The name of another one beside it, the mark at its end: `try.rehearsal` and `-2` make `try-2.rehearsal`. */
export const another = (name: string, ending: string): string =>
  name.endsWith(MARK) ? `${name.slice(0, -MARK.length)}${ending}${MARK}` : `${name}${ending}`;

/** Where a command exports a run to. @param asked as it was typed; absent: where the run exports to */
export const folderFor = ({ frozen, out }: Run, asked: string | undefined): string =>
  asked === undefined
    ? resolve(out)
    : marked(resolve(asked), 'models' in frozen && frozen.models?.rehearsal === true);
