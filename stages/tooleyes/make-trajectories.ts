import type { JsonValue } from '../../core/canonical.js';
import type { ChatRequest, Message } from '../../core/model-call.js';
import { askedModel } from '../../core/model-config.js';
import {
  ASK_TO_USER,
  FINISH,
  toolNamed,
  withHelpersLast,
  type ToolDocument,
} from '../../core/tooleyes/library.js';
import { TRAJECTORIES_STAGE } from '../../core/tooleyes/run.js';
import type { Ending, Turn } from '../../core/tooleyes/trajectory.js';
import { askPrompt, type PromptQuestion } from '../../llm/asking/ask-prompt.js';
import { askText } from '../../llm/asking/ask-text.js';
import type { CallContext } from '../../llm/asking/call-model.js';
import type { ModelAccess } from '../../llm/asking/model-access.js';
import { loadTokenCounter, type CountTokens } from '../../llm/cost/tokens.js';
import { observation, person } from '../../prompts/tooleyes/prompts.js';
import { rehearseAgent } from '../../prompts/tooleyes/rehearsed.js';
import type {
  ObservationInput,
  ObservationOutput,
  PersonInput,
  PersonOutput,
} from '../../prompts/tooleyes/schemas.js';
import { addSubjects, openStage, type SubjectOutcome } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import { plainJson } from '../../transforms/python/plain-json.js';
import { readActionInput } from '../../transforms/tooleyes/action-input.js';
import { FORCED_ENDS, FORMAT_COMPLAINT } from '../../transforms/tooleyes/endings.js';
import { judgedParts, type MessageParts } from '../../transforms/tooleyes/react.js';
import { turnOf } from '../../transforms/tooleyes/trajectory-record.js';
import type { ConversationStage } from '../conversation-stage.js';
import { ToolEyesContext } from './context.js';
import type { PooledQuery } from './pooled-query.js';
import { acceptedQueries } from './review-queries.js';

/** Work items of one write. */
const AT_ONCE = 500;
/** Tokens of an observation at most, as ToolEyes cuts it. */
const RESULT_TOKENS = 1_024;
const NONE: Turn['reply'] = { kind: 'none', text: '' };

/** Takes up the queries that were kept for the stage `trajectories`. Repeated, it adds those that came later. */
export async function openTrajectories(store: Store, runId: string): Promise<void> {
  await openStage(store, runId, TRAJECTORIES_STAGE, []);
  const queries = await acceptedQueries(store, runId);
  for (let from = 0; from < queries.length; from += AT_ONCE)
    await addSubjects(
      store,
      runId,
      TRAJECTORIES_STAGE,
      queries.slice(from, from + AT_ONCE).map((input) => ({ subject: input.itemId, input })),
    );
}

/** What the stage keeps of a query. */
export interface MadeTrajectory {
  readonly turns: readonly Turn[];
  readonly ending: Ending;
}

/** The stage `trajectories`: a model works on a query with the tools of its subcategory, whose answers are simulated. */
export const trajectoriesStage: ConversationStage = async ({ store }, runId) => {
  const context = await ToolEyesContext.open(store, runId);
  const count = await loadTokenCounter();
  return {
    role: context.model('planner'),
    work: (access, { input }, call, calls) =>
      new Walk(access, context, input as PooledQuery, call, count).run(calls),
  };
};

/** The parts of a message that has them. */
function partsOf(text: string): MessageParts {
  const parts = judgedParts(text);
  if (parts === undefined) throw new Error('a message without an action');
  return parts;
}

/** Ends a work item with an outcome, or until later. */
class Ended extends Error {
  constructor(readonly outcome: SubjectOutcome | undefined) {
    super('ended');
  }
}

/** One trajectory. Answers known before come from the ledger, so it resumes anywhere. */
class Walk {
  readonly #turns: Turn[] = [];
  readonly #talk: Message[];
  readonly #keys: string[] = [];
  readonly #past: ObservationInput['history'] = [];
  readonly #tools: readonly ToolDocument[];
  #bought = 0;

  constructor(
    private readonly access: ModelAccess,
    private readonly context: ToolEyesContext,
    private readonly query: PooledQuery,
    private readonly call: CallContext,
    private readonly count: CountTokens,
  ) {
    this.#tools = withHelpersLast(context.subcategory(query.path).tools);
    this.#talk = [{ role: 'user', text: query.query }];
  }

  /** @param calls approximate maximum to buy @returns undefined if unfinished @throws as `callModel` */
  async run(calls: number): Promise<SubjectOutcome | undefined> {
    const { turns } = this.context.trajectories;
    try {
      for (let turn = 0; turn < turns; turn += 1) {
        const text = await this.#message(calls);
        const parts = partsOf(text);
        if (parts.action === FINISH) {
          this.#turns.push(turnOf(text, NONE));
          return this.#done('finished');
        }
        const reply = await this.#reply(parts, calls);
        this.#turns.push(turnOf(text, reply));
        this.#talk.push(
          { role: 'assistant', text },
          { role: 'user', text: reply.kind === 'observation' ? `[result] ${reply.text}` : reply.text },
        );
      }
      const text = FORCED_ENDS['too many turns'];
      this.#turns.push(turnOf(text, NONE));
      return this.#done('too many turns');
    } catch (error) {
      if (error instanceof Ended) return error.outcome;
      throw error;
    }
  }

  #done(ending: Ending): SubjectOutcome {
    const value: MadeTrajectory = { turns: this.#turns, ending };
    return { outcome: 'done', value, keys: this.#keys };
  }

  /** The model's next message. One without the three marks cannot be written: another sample is drawn. */
  async #message(calls: number): Promise<string> {
    if (this.#bought >= calls) throw new Ended(undefined);
    const { settings, questions } = this.context;
    const model = this.context.model('planner');
    const system = this.context.systemPrompt(this.context.trajectories.shots, this.#tools);
    const request: ChatRequest = {
      kind: 'chat',
      ...askedModel(model),
      sampling: model.sampling,
      messages: [{ role: 'system', text: system }, ...this.#talk],
    };
    const found = await askText(
      this.access,
      {
        ...{ request, samples: settings.samples, retries: questions.retries },
        epoch: questions.epoch(TRAJECTORIES_STAGE),
        problemOf: (text) => (judgedParts(text) === undefined ? 'no action' : undefined),
      },
      {
        ...this.call,
        standIn: (draw) =>
          rehearseAgent({ query: this.query.query, tools: this.#tools, turns: this.#turns.length }, draw),
      },
    );
    this.#keys.push(...found.keys);
    this.#bought += found.bought;
    if (found.ok) return found.answer.text.trim();
    const { reason, detail, requestDigest } = found;
    throw new Ended({ outcome: 'set aside', reason, detail, requestDigest, keys: this.#keys });
  }

  async #reply({ action, input }: MessageParts, calls: number): Promise<Turn['reply']> {
    const read = readActionInput(input);
    if (read.kind !== 'dict') return { kind: 'format', text: FORMAT_COMPLAINT };
    const given = plainJson(read.dict) as Readonly<Record<string, JsonValue>>;
    if (action === ASK_TO_USER) {
      const asked: PersonInput = { query: this.query.query, question: JSON.stringify(given) };
      const { answer } = await this.#asked<PersonInput, PersonOutput>(
        calls,
        this.context.question(person, { role: 'simulator', stage: TRAJECTORIES_STAGE, input: asked }),
      );
      return { kind: 'user', text: answer.trim() };
    }
    const tool = toolNamed(this.#tools, action);
    if (tool === undefined) return { kind: 'observation', text: `There is no tool ${action}.` };
    const lacks = tool.parameters.required.filter((name) => !Object.hasOwn(given, name));
    if (lacks.length > 0)
      return { kind: 'observation', text: `${action}() lacks the parameter ${lacks.join(', ')}.` };
    const parameters = JSON.stringify(given);
    const history = this.#past.slice();
    const { result } = await this.#asked<ObservationInput, ObservationOutput>(
      calls,
      this.context.question(observation, {
        ...{ role: 'simulator', stage: TRAJECTORIES_STAGE },
        input: { document: JSON.stringify(tool), query: this.query.query, parameters, history },
      }),
    );
    const text = this.#cut(result.trim());
    this.#past.push({ call: `${action} ${parameters}`, result: text });
    return { kind: 'observation', text };
  }

  async #asked<I, O>(calls: number, question: PromptQuestion<I, O>): Promise<O> {
    if (this.#bought >= calls) throw new Ended(undefined);
    const found = await askPrompt(this.access, question, this.call);
    this.#keys.push(...found.keys);
    this.#bought += found.bought;
    if (found.ok) return found.value;
    const { problem, reason, requestDigest } = found;
    throw new Ended({
      ...{ outcome: 'set aside', reason: problem, detail: reason, requestDigest },
      keys: this.#keys,
    });
  }

  /** A text of at most so many tokens. */
  #cut(text: string): string {
    if (this.count(text) <= RESULT_TOKENS) return text;
    const letters = [...text];
    let [fits, above] = [0, letters.length];
    while (above - fits > 1) {
      const middle = Math.floor((fits + above) / 2);
      if (this.count(letters.slice(0, middle).join('')) <= RESULT_TOKENS) fits = middle;
      else above = middle;
    }
    return letters.slice(0, fits).join('');
  }
}
