import type { EmbeddingRequest } from '../../core/model-call.js';
import type { Embedder } from '../../core/embedder.js';
import type { TextEmbedder } from './embedder.js';
import { lexicalEmbedder } from './lexical.js';
import { localId, openLocalModel, type LocalModel } from './local.js';
import { openAiId, openAiRequest } from './openai.js';
import { unitVector } from './unit-vector.js';
import type { ComputeVector, VectorAnswers } from './vector-answers.js';
import { readable } from './embedding-words.js';

/** Texts embedded between two looks at whether the run goes on. */
const TEXTS_A_LOOK = 50;
const LOOK_MS = 1_000;
/** Callers of a model elsewhere: some more than usually are on the wire, for those whose answers reach the store. */
const CALLERS = 75;

export interface EmbeddedTexts {
  /** What the vectors depend on besides the texts. */
  readonly id: string;
  readonly vectors: ReadonlyMap<string, readonly number[]>;
}

export interface EmbeddingPlace {
  readonly answers: VectorAnswers;
  /** Where a local model lies on this machine; it is opened when a vector is missing. */
  readonly modelFolder?: string | undefined;
  /** What a model is given of a text. @default words apart, in small letters */
  readonly prepare?: (text: string) => string;
  /** Looked at now and then; what it throws ends the work. What is on the wire then still reaches the ledger. */
  readonly goesOn: () => Promise<void>;
}

/**
 * A vector for each text: unit length, every component rounded to 1e-4. Those of models are answers of the ledger;
 * lexical ones cost nothing and are kept nowhere (docs/decisions.md, D34).
 * @throws EMBEDDER_UNAVAILABLE; as the answers; what `goesOn` throws
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  place: EmbeddingPlace,
): Promise<EmbeddedTexts> {
  const opened = open(embedder, place);
  const vectors = new Map<string, readonly number[]>();
  try {
    await inLanes(texts, opened.atOnce, place.goesOn, async (text, signal) => {
      vectors.set(text, await opened.embed(text, signal));
    });
  } finally {
    await opened.close();
  }
  return { id: opened.id, vectors };
}

/**
 * What a model elsewhere would be asked for these texts: a plan, or nothing for an embedder of this machine.
 */
export const embeddingRequests = (
  embedder: Embedder,
  texts: readonly string[],
  prepare?: EmbeddingPlace['prepare'],
): EmbeddingRequest[] =>
  embedder.kind === 'openai' ? texts.map((text) => openAiRequest(embedder, text, prepare)) : [];

interface Opened {
  readonly id: string;
  readonly atOnce: number;
  readonly embed: (text: string, signal: AbortSignal) => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
}

function open(embedder: Embedder, place: EmbeddingPlace): Opened {
  switch (embedder.kind) {
    case 'lexical':
      return { ...lexicalEmbedder, atOnce: 1 };
    case 'local':
      return openLocal(embedder, place);
    case 'openai':
      return {
        id: openAiId(embedder),
        atOnce: CALLERS,
        // Kept as it came, since it was paid for; rounded whenever it is used.
        embed: async (text, signal) =>
          unitVector(
            await place.answers.vector(openAiRequest(embedder, text, place.prepare), undefined, signal),
          ),
        close: () => Promise.resolve(),
      };
  }
}

/** One text at a time, and the model only where the ledger lacks a vector: it takes seconds to load. */
function openLocal(
  embedder: LocalModel,
  { answers, modelFolder, prepare = readable }: EmbeddingPlace,
): Opened {
  let loading: Promise<TextEmbedder> | undefined;
  const id = localId(embedder);
  return {
    id,
    atOnce: 1,
    embed(text, signal) {
      const compute: ComputeVector = async () =>
        (await (loading ??= openLocalModel(embedder, modelFolder, prepare))).embed(text);
      const request = { kind: 'embedding', provider: 'local', model: id, text: prepare(text) } as const;
      return answers.vector(request, compute, signal);
    },
    close: async () => (await loading?.catch(() => undefined))?.close(),
  };
}

/** Does some work for each text, several at once. The first failure stops what has not begun, and is thrown. */
async function inLanes(
  texts: readonly string[],
  atOnce: number,
  goesOn: () => Promise<void>,
  work: (text: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const end = (error: unknown): void => stop.abort(error);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < texts.length && !stop.signal.aborted) {
      const at = next++;
      if (at % TEXTS_A_LOOK === 0) await goesOn();
      await work(texts[at] ?? '', stop.signal);
    }
  };
  // Answers may take long to come: the run's stop flag is seen in the meantime.
  const watch = setInterval(() => void goesOn().catch(end), LOOK_MS);
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, texts.length) }, () => lane().catch(end)));
  } finally {
    clearInterval(watch);
  }
  stop.signal.throwIfAborted();
}
