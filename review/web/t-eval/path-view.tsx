import type { AnnotatedItem } from '../../../core/t-eval/annotation.js';
import { pathProblems } from '../../../core/t-eval/path-rules.js';
import type { Step } from '../../../core/t-eval/query.js';
import type { ToolShown } from '../../../core/review/api.js';
import { Fold } from '../parts/fold.js';
import { AskedQuery } from './asked-query.js';
import { AttemptView } from './attempt-view.js';
import { stepWords, STEPS } from './path-content.js';
import { pathText } from '../../../core/json-path.js';
import { PathGraph } from './path-graph.js';
import { Place } from '../item/place.js';
import { Said } from '../item/said.js';
import { FinishForm, QueryRow, StepForm } from './path-form.js';
import { stepActions } from './path-content.js';

interface Props {
  readonly item: AnnotatedItem;
  /** The generated path, if it has been edited since. */
  readonly original: AnnotatedItem | undefined;
  readonly documents: readonly ToolShown[];
}

/** An annotated query: the query, the graph of its steps, each step with its attempts, and the answer. */
export function PathView({ item, original, documents }: Props) {
  const { annotated, generated, role } = item;
  const { query, steps, finish } = annotated;
  const before = original?.annotated;
  return (
    <div className="path">
      <Place
        as="section"
        place="annotated.query"
        className="turn"
        label="The query"
        form={() => <QueryRow query={query} />}
      >
        <AskedQuery {...{ role, query, generated }} before={before?.query} path="annotated.query" />
        {pathProblems(annotated).map((problem) => (
          <p key={problem} className="problem">
            Problem: {problem}
          </p>
        ))}
        {steps.length > 1 && <PathGraph steps={steps} />}
      </Place>
      <ol className="turns">
        {steps.map((step, at) => (
          <StepView
            key={step.id}
            {...{ step, item, documents, at }}
            place={`${at + 1} of ${steps.length}`}
            before={before?.steps.find(({ id }) => id === step.id)}
          />
        ))}
      </ol>
      <Place
        as="section"
        place="annotated.finish"
        className="turn finish"
        label="Finish"
        form={() => <FinishForm finish={finish} />}
      >
        <h2>Finish</h2>
        <p className="thought">
          <span className="who">Thought</span> <Said text={finish.thought} before={before?.finish.thought} />
        </p>
        <p className="saying assistant">
          <span className="who">Answer</span>
          <Said text={finish.answer} before={before?.finish.answer} />
        </p>
      </Place>
    </div>
  );
}

interface StepProps extends Pick<Props, 'item' | 'documents'> {
  readonly step: Step;
  readonly before: Step | undefined;
  readonly place: string;
  readonly at: number;
}

function StepView({ step, before, item, documents, place, at }: StepProps) {
  const { id, dependencies, thought, retries } = step;
  const path = [...STEPS, at];
  return (
    <Place
      as="li"
      place={pathText(path)}
      className="turn"
      label={`Step ${id}, ${place}`}
      form={({ tools, ...editing }) => <StepForm {...{ item, step, at, tools }} {...stepActions(editing)} />}
    >
      <h2>
        Step {id}{' '}
        <span className="needs">
          {dependencies.length === 0 ? 'needs no other' : `depends on ${stepWords(dependencies)}`}
        </span>
      </h2>
      <p className="thought">
        <span className="who">Thought</span> <Said text={thought} before={before?.thought} />
      </p>
      {retries.length > 0 && (
        <div className="retries">
          <Fold title={`${retries.length} failed ${retries.length === 1 ? 'attempt' : 'attempts'}`}>
            {retries.map((retry, number) => (
              <AttemptView
                key={number}
                {...{ item, documents }}
                attempt={retry}
                path={[...path, 'retries', number]}
                inVain
                before={before?.retries.length === retries.length ? before.retries[number] : undefined}
              />
            ))}
          </Fold>
        </div>
      )}
      <AttemptView {...{ item, documents }} attempt={step} path={path} before={before} />
    </Place>
  );
}
