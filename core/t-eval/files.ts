import type { Language } from './query.js';

/** One of T-Eval's eight data files (formats/t-eval.md 1): its stem and the evaluator's arguments. */
export interface TEvalFile {
  /** File name without `_v2` and what follows. */
  readonly stem: string;
  /** `--eval`. */
  readonly ability: 'instruct' | 'plan' | 'reason' | 'retrieve' | 'understand' | 'rru' | 'review';
  /** `--prompt_type`. */
  readonly form: 'json' | 'str';
}

/** The eight files, in the order of formats/t-eval.md 1. */
export const TEVAL_FILES = [
  { stem: 'instruct', ability: 'instruct', form: 'json' },
  { stem: 'plan_json', ability: 'plan', form: 'json' },
  { stem: 'plan_str', ability: 'plan', form: 'str' },
  { stem: 'reason_str', ability: 'reason', form: 'str' },
  { stem: 'retrieve_str', ability: 'retrieve', form: 'str' },
  { stem: 'understand_str', ability: 'understand', form: 'str' },
  { stem: 'reason_retrieve_understand_json', ability: 'rru', form: 'json' },
  { stem: 'review_str', ability: 'review', form: 'str' },
] as const satisfies readonly TEvalFile[];
export type TEvalStem = (typeof TEVAL_FILES)[number]['stem'];

/** Name under which the evaluator collects a file's results: `rru_json`. */
export const resultName = ({ ability, form }: TEvalFile): string => `${ability}_${form}`;

/** `plan_json_v2_subset_zh.json` and the like. */
export const dataFileName = (stem: string, language: Language, subset: boolean): string =>
  `${stem}_v2${subset ? '_subset' : ''}${language === 'zh' ? '_zh' : ''}.json`;
