import type { PastCall } from '../../core/observation.js';
import type { DraftQuery } from '../../core/t-eval/annotation.js';
import { ANNOTATE_STAGE } from '../../core/t-eval/run.js';
import { UnknownOutcome } from '../../core/tool-call.js';
import type { CallContext } from '../../llm/asking/call-model.js';
import type { ModelAccess } from '../../llm/asking/model-access.js';
import { SessionLost } from '../../simulators/executor.js';
import { beginSession, markDirty, sessionOf, type SessionHolder } from '../../store/stages/tool-sessions.js';
import type { OpenSubject, SubjectOutcome } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import { askTool } from '../ask-tool.js';
import type { ConversationStage } from '../conversation-stage.js';
import { ToolLimits } from '../tool-limits.js';
import { AnnotatingQuery, type Execute, type QueryToAnnotate } from './annotate-query.js';
import { TEvalContext } from './context.js';
import { simulate, type CallToMake } from './observe.js';
import { openDialogueTools, type DialogueTools, type WorkerTools } from './run-tools.js';

/** The stage `annotate`: a work item is a query, solved by planner, executor and reviewer. */
export const annotateStage: ConversationStage = async ({ store, tools }, runId) => {
  const context = await TEvalContext.open(store, runId);
  return {
    role: context.model('planner'),
    work: (access, subject, call, calls) =>
      new AnnotatingSubject({ store, context, tools, access, call }, subject).run(calls),
  };
};

/** Inputs for annotating a work item. */
export interface AnnotatingDeps {
  readonly store: Store;
  readonly context: TEvalContext;
  /** Undefined: nothing real is called. */
  readonly tools: WorkerTools | undefined;
  readonly access: ModelAccess;
  readonly call: CallContext;
}

/** Annotates one query across its tool sessions. */
export class AnnotatingSubject {
  readonly #query: QueryToAnnotate;

  constructor(
    private readonly deps: AnnotatingDeps,
    private readonly subject: Pick<OpenSubject, 'subject' | 'input'>,
  ) {
    this.#query = subject.input as QueryToAnnotate;
  }

  /** @returns undefined if unfinished @throws as `callModel`, `askTool` */
  async run(calls: number): Promise<SubjectOutcome | undefined> {
    for (;;) {
      const done = await this.#session(calls);
      if (done !== 'session lost') return done;
    }
  }

  /**
   * Runs the dialogue in one tool session. MCP servers keep state per session, so such a dialogue runs without
   * interruption and restarts if its session is lost (DESIGN.md, "Failure").
   */
  async #session(calls: number): Promise<SubjectOutcome | undefined | 'session lost'> {
    const { store, context, tools: worker } = this.deps;
    const tools = openDialogueTools(context, this.#query.draft.tools, worker);
    const holder = worker && {
      ...{ runId: context.run.runId, stage: ANNOTATE_STAGE, subject: this.subject.subject },
      ...{ incarnation: worker.incarnation, attempt: tools.attempt },
    };
    const stateful =
      holder && [...tools.apis].some(([name, { origin }]) => origin.kind === 'mcp' && tools.isCalled(name));
    let annotating: AnnotatingQuery | undefined;
    try {
      // Without tools of its own it is a rebuild, which asks for what the last session asked for.
      const session = stateful ? await beginSession(store, holder) : worker ? 0 : await this.#lastSession();
      annotating = this.annotating(tools, { session, calls: stateful ? Infinity : calls, holder });
      return await annotating.run();
    } catch (error) {
      if (error instanceof SessionLost && holder) {
        // The next session must start without this state.
        await markDirty(store, holder);
        return 'session lost';
      }
      if (error instanceof UnknownOutcome)
        return {
          ...{ outcome: 'set aside', reason: 'unknown outcome', detail: error.message },
          ...{ requestDigest: error.requestDigest, keys: annotating?.keys ?? [] },
        };
      throw error;
    } finally {
      await tools.executors?.close();
    }
  }

  #lastSession(): Promise<number> {
    const { store, context } = this.deps;
    return sessionOf(store, {
      runId: context.run.runId,
      stage: ANNOTATE_STAGE,
      subject: this.subject.subject,
    });
  }

  /** The annotation of the query in a session. */
  annotating(
    tools: DialogueTools,
    { session, calls, holder }: { session: number; calls: number; holder: SessionHolder | undefined },
  ): AnnotatingQuery {
    const { context, access, call } = this.deps;
    const { draft } = this.#query;
    const execute: Execute = (past, made) =>
      tools.isCalled(made.api.name)
        ? this.#really(tools, session, holder, past, made)
        : simulate(access, context, { draft, past, call: made }, call);
    return new AnnotatingQuery({ access, context, call, calls, session, execute }, this.#query);
  }

  async #really(
    tools: DialogueTools,
    session: number,
    holder: SessionHolder | undefined,
    past: readonly PastCall[],
    { api: { name }, args }: CallToMake,
  ): ReturnType<Execute> {
    const { store, context, access, call, tools: worker } = this.deps;
    const api = tools.apis.get(name);
    if (api === undefined) throw new Error(`${name} is in no tool of the set`);
    const { observation, key, from } = await askTool(
      { ledger: access.ledger, limits: worker?.limits ?? new ToolLimits(1) },
      {
        request: { api, name, args, past },
        executors: worker === undefined && context.settings.called.includes(name) ? null : tools.executors,
        place: placeOf(this.#query.draft, past),
        epoch: context.questions.epoch(ANNOTATE_STAGE),
        session,
        retries: context.questions.retries,
        ...(holder && { beforeChange: () => markDirty(store, holder) }),
      },
      call,
    );
    const keys = key === undefined ? [] : [key];
    return { ok: true, args, observation, keys, bought: from === 'tool' ? 1 : 0 };
  }
}

const placeOf = ({ itemId: item }: DraftQuery, { length: call }: readonly PastCall[]) => ({ item, call });
