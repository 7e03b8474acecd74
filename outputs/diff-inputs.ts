import type { MtuBenchManifest } from '../core/mtu-bench/manifest.js';
import type { AnsweredBy } from '../core/model-config.js';
import { answeredBy } from '../core/model-config.js';
import { reviewName } from '../core/review/policy.js';
import type { FrozenSource } from '../core/mtu-bench/run.js';
import type { TEvalRun } from '../core/t-eval/run.js';

/** Inputs of an export, in the form shared by manifest and run spec. */
export interface ExportInputs extends Pick<MtuBenchManifest, 'product' | 'seed' | 'review' | 'prompts'> {
  readonly settings: object;
  readonly sources: readonly (FrozenSource | TEvalRun['sources'][number])[];
  readonly models?: AnsweredBy | undefined;
}

/** An input that differs between two exports. */
export interface InputDifference {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** Differences between the inputs of two exports, or of an export and a planned run. */
export function diffInputs(was: ExportInputs, is: ExportInputs): readonly InputDifference[] {
  const [a, b] = [wordsOf(was), wordsOf(is)];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys
    .filter((key) => a[key] !== b[key])
    .map((what) => ({ what, before: a[what] ?? 'not there', after: b[what] ?? 'not there' }));
}

const wordsOf = (inputs: ExportInputs): Record<string, string> => ({
  product: inputs.product,
  seed: String(inputs.seed),
  review: reviewName(inputs.review),
  ...settingWords(inputs.settings, ''),
  ...(inputs.models ? settingWords(answeredBy(inputs.models), 'models') : {}),
  ...Object.fromEntries(
    inputs.prompts.map(({ id, version, sha256 }) => [
      `prompt ${id}`,
      `version ${version} (${sha256.slice(0, 12)}…)`,
    ]),
  ),
  ...Object.fromEntries(inputs.sources.flatMap(filesOf)),
});

function filesOf(source: ExportInputs['sources'][number]): [string, string][] {
  if (!('shards' in source)) {
    const { name, from, tools, apis, sha256 } = source;
    return [[name, `${tools} with ${apis} APIs from ${from} (SHA-256 ${sha256.slice(0, 12)}…)`]];
  }
  const variant = (source.variant ?? []).map((file) => ({ ...file, path: `variant ${file.path}` }));
  return [...source.schemas, ...source.shards, ...variant].map(({ path, sha256 }) => [
    `${source.name} ${path}`,
    `SHA-256 ${sha256.slice(0, 12)}…`,
  ]);
}

/** Settings by path, such as `split testShare`. */
function settingWords(value: unknown, path: string): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { [path]: Array.isArray(value) ? (value as unknown[]).join(', ') : String(value) };
  const entries = Object.entries(value).map(([key, inner]) =>
    settingWords(inner, path === '' ? key : `${path} ${key}`),
  );
  return Object.assign({}, ...entries) as Record<string, string>;
}
