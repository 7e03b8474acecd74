import { resolve } from 'node:path';
import type { Run } from '../../store/runs.js';

/** Marks folders and runs made with mock models. */
const MARK = '.rehearsal';

/** Adds the mark to the name of a mock run or its folder. */
export const marked = (name: string, rehearsal: boolean): string =>
  !rehearsal || name.endsWith(MARK) ? name : `${name}${MARK}`;

/** A name without the mark. */
export const unmarked = (name: string): string => (name.endsWith(MARK) ? name.slice(0, -MARK.length) : name);

/** A sibling's name, keeping the mark last: `try.rehearsal` and `-2` give `try-2.rehearsal`. */
export const another = (name: string, ending: string): string =>
  name.endsWith(MARK) ? `${unmarked(name)}${ending}${MARK}` : `${name}${ending}`;

/** A command's output folder. @param asked as typed; absent: the run's own */
export const folderFor = ({ frozen, out }: Run, asked: string | undefined): string =>
  asked === undefined
    ? resolve(out)
    : marked(resolve(asked), 'models' in frozen && frozen.models?.rehearsal === true);
