import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../core/config.js';
import { SETTINGS } from '../core/item.js';
import { RUN_FORMAT } from '../core/run.js';
import { MTU_BENCH_PROMPTS, readPrompt } from '../prompts/prompt.js';
import type { NewRun } from '../store/runs.js';
import { catalogueText, openSources } from './open-sources.js';

/** What a person gives to `run`. */
export interface RunRequest {
  readonly name: string;
  /** `NAME=PATH`, as typed. */
  readonly sources: readonly string[];
  readonly seed: number;
  readonly out: string;
  readonly config: Config;
  /** Told of each file read. */
  readonly onProgress: (message: string) => void;
}

/**
 * Looks through the sources and freezes what a run depends on: file digests, settings, prompts, tools. A folder that
 * is no such corpus and a damaged file are refused here, before a run exists (DESIGN.md, "Failure").
 * @throws USAGE, SOURCE_*, SCHEMA_INVALID
 */
export async function freezeRun(request: RunRequest): Promise<NewRun> {
  const sources = await openSources(request.sources, request.onProgress);
  const prompts = SETTINGS.map((setting) => readPrompt(MTU_BENCH_PROMPTS[setting]));
  return {
    name: request.name,
    out: resolve(request.out),
    roots: Object.fromEntries(sources.map((source) => [source.frozen.name, source.root])),
    shards: sources.flatMap((source) => source.shards),
    documents: [
      { kind: 'catalogue', name: 'catalogue', text: catalogueText(sources) },
      ...prompts.map((prompt) => ({ kind: 'prompt' as const, name: prompt.id, text: prompt.text })),
    ],
    frozen: {
      format: RUN_FORMAT,
      family: 'mtu-bench',
      product: productVersion(),
      seed: request.seed,
      review: 'none',
      settings: {
        referenceDay: request.config.mtuBench.referenceDay,
        distractors: request.config.mtuBench.distractors,
        setAsideShare: request.config.limits.setAsideShare,
      },
      sources: sources.map((source) => source.frozen),
      prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    },
  };
}

/** The version in package.json. */
export function productVersion(): string {
  // One folder up from cli/ in the sources, two from dist/cli/.
  for (const up of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}
