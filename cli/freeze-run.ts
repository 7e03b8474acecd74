import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../core/config.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { SETTINGS } from '../core/item.js';
import { RUN_FORMAT, type FrozenRun } from '../core/run.js';
import { MTU_BENCH_PROMPTS, readPrompt } from '../prompts/prompt.js';
import { CORPORA, type CorpusName } from '../sources/corpus.js';
import { indexJsonArray } from '../sources/json-array-index.js';
import { readRecords } from '../sources/shard-reader.js';
import { RecordFault } from '../sources/record-fault.js';
import type { NewRun, NewShard } from '../store/runs.js';
import { buildCatalogue, type SplitServices } from '../transforms/tools/catalogue.js';

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

interface OpenSource {
  readonly frozen: FrozenRun['sources'][number];
  readonly shards: readonly NewShard[];
  readonly services: readonly SplitServices[];
  readonly root: string;
}

/**
 * Looks through the sources and freezes what a run depends on: file digests, settings, prompts, tools. A folder that
 * is no such corpus and a damaged file are refused here, before a run exists (DESIGN.md, "Failure").
 * @throws USAGE, SOURCE_*, SCHEMA_INVALID
 */
export async function freezeRun(request: RunRequest): Promise<NewRun> {
  const sources: OpenSource[] = [];
  for (const { name, path } of parseSources(request.sources)) {
    request.onProgress(`reading ${name} from ${path}`);
    sources.push(await openSource(name, path));
  }
  const prompts = SETTINGS.map((setting) => readPrompt(MTU_BENCH_PROMPTS[setting]));
  const catalogue = buildCatalogue(sources.flatMap((source) => source.services));
  return {
    name: request.name,
    out: resolve(request.out),
    roots: Object.fromEntries(sources.map((source) => [source.frozen.name, source.root])),
    shards: sources.flatMap((source) => source.shards),
    documents: [
      { kind: 'catalogue', name: 'catalogue', text: JSON.stringify(catalogue) },
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

function parseSources(sources: readonly string[]): { name: CorpusName; path: string }[] {
  const known = Object.keys(CORPORA);
  const usage = (found: string): BenchwrightError =>
    new BenchwrightError('USAGE', {
      expected: `--source NAME=PATH with NAME among: ${known.join(', ')}`,
      found,
      next: 'For example: --source sgd=corpora/dstc8-schema-guided-dialogue',
    });
  if (sources.length === 0) throw usage('no --source');
  const parsed = sources.map((text) => {
    const [name = '', ...rest] = text.split('=');
    if (!known.includes(name) || rest.join('=') === '') throw usage(JSON.stringify(text));
    return { name: name as CorpusName, path: resolve(rest.join('=')) };
  });
  if (new Set(parsed.map(({ name }) => name)).size < parsed.length)
    throw usage('one source name given twice');
  return parsed;
}

async function openSource(name: CorpusName, root: string): Promise<OpenSource> {
  const layout = await CORPORA[name].open(root);
  const shards: NewShard[] = [];
  for (const { path, split } of layout.shards) {
    const { offsets, lengths, lines, bytes, sha256 } = await indexJsonArray(
      join(root, path),
      join(root, path),
    );
    shards.push({ source: name, path, split, sha256, bytes, offsets, lengths, lines });
  }
  await assertIsCorpus(name, root, shards);
  return {
    root,
    shards,
    services: layout.schemas.map(({ split, services }) => ({ source: name, split, services })),
    frozen: {
      name,
      kind: name,
      licence: layout.licence,
      attribution: layout.attribution,
      schemas: layout.schemas.map(({ path, split, bytes, sha256 }) => ({ path, split, bytes, sha256 })),
      shards: shards.map(({ path, split, bytes, sha256, offsets }) => ({
        path,
        split,
        bytes,
        sha256,
        records: offsets.length,
      })),
    },
  };
}

/** Records tried before a folder is taken for something else: one of them must be a record of the corpus. */
const RECORDS_TRIED = 5;

async function assertIsCorpus(name: CorpusName, root: string, shards: readonly NewShard[]): Promise<void> {
  const shard = shards.find((candidate) => candidate.offsets.length > 0);
  let fault = 'there is no record in any file';
  if (shard) {
    const file = join(root, shard.path);
    const texts = await readRecords(file, file, shard, 0, Math.min(RECORDS_TRIED, shard.offsets.length));
    for (const text of texts) {
      try {
        CORPORA[name].parse(text, shard.split);
        return;
      } catch (error) {
        if (!(error instanceof RecordFault)) throw error;
        fault = error.message;
      }
    }
  }
  throw new BenchwrightError('SOURCE_NOT_A_CORPUS', {
    expected: `dialogues as the ${name} corpus has them`,
    found: fault,
    where: shard ? join(root, shard.path) : root,
    next: 'Check that --source names the right corpus for this folder (docs/sources.md shows the record form).',
  });
}
