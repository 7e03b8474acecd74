import type { AnnotatedItem } from '../../../core/t-eval/annotation.js';
import type { Attempt } from '../../../core/t-eval/query.js';
import type { ToolShown } from '../../../core/review/api.js';
import { Fold } from '../parts/fold.js';
import { pathText, type Path } from '../../../core/json-path.js';
import { valueText } from '../text/json-path.js';
import { ArgumentTable, Value } from '../item/argument-table.js';
import { documentOf } from '../text/document-of.js';
import { labelWords, observedWords, stepActions } from './path-content.js';
import { Place } from '../item/place.js';
import { ResultText, Said } from '../item/said.js';
import { sameAsWritten } from '../../../core/json.js';
import { AttemptForm } from './attempt-form.js';

interface Props {
  readonly item: AnnotatedItem;
  readonly attempt: Attempt;
  /** The attempt as it was generated. */
  readonly before: Attempt | undefined;
  readonly path: Path;
  /** The attempt is a failed one, so its call may be invalid. */
  readonly inVain?: boolean;
  readonly documents: readonly ToolShown[];
}

/** Characters and lines of a response that are shown unfolded. */
const LONG = { characters: 320, lines: 12 };

/** A call with its response, and the reviewing model's label. */
export function AttemptView({ item, attempt, before, documents, path, inVain = false }: Props) {
  const document = documentOf(documents, attempt.name);
  const response = valueText(attempt.response);
  const long = response.length > LONG.characters || response.split('\n').length > LONG.lines;
  const shown =
    before === undefined || sameAsWritten(before.response, attempt.response) ? (
      <ResultText text={response} path={`${pathText(path)}.response`} />
    ) : (
      <pre>
        <Value before={before.response} now={attempt.response} edited />
      </pre>
    );
  const title = (
    <>
      <span className="faint">Response</span> <span className="chip">{observedWords(attempt, item)}</span>
    </>
  );
  return (
    <Place
      call
      place={`${pathText(path)}.args`}
      className="call attempt"
      label={`${inVain ? 'Failed attempt' : 'Call'}: ${attempt.name}`}
      form={({ tools, ...editing }) => (
        <fieldset className="call-form">
          <legend>{inVain ? 'Failed attempt' : 'The call'}</legend>
          <AttemptForm {...{ item, attempt, path, tools, inVain }} {...stepActions(editing)} />
        </fieldset>
      )}
    >
      <p className="attempt-head">
        <code className="tool">
          {before && before.name !== attempt.name ? (
            <Said text={attempt.name} before={before.name} />
          ) : (
            attempt.name
          )}
        </code>
        {document === undefined && <span className="chip flag">not offered</span>}
      </p>
      <p>
        <span className="who">Goal</span> <Said text={attempt.goal} before={before?.goal} />
      </p>
      <ArgumentTable
        args={attempt.args}
        path={`${pathText(path)}.args`}
        before={before?.args}
        document={document}
      />
      {long ? (
        <Fold title={title}>{shown}</Fold>
      ) : (
        <div className="response">
          <p>{title}</p>
          {shown}
        </div>
      )}
      <Judged attempt={attempt} before={before} />
    </Place>
  );
}

/** The reviewing model's label, and the rule that overrules it for a response of known kind. */
function Judged({ attempt: { kind, review, overruled }, before }: Pick<Props, 'attempt' | 'before'>) {
  if (!review) return <p className="finding">Nobody has judged this response.</p>;
  const { label, thought, is_finished: finished } = review;
  const was = before?.review?.label;
  return (
    <div className="judged">
      <p>
        <span className="faint">Label</span>{' '}
        {was !== undefined && was !== label && (
          <del>
            <span className="visually-hidden">was </span>
            {labelWords(was)}
          </del>
        )}{' '}
        <span className={label === 'A' ? 'state approve' : 'state edit'}>{labelWords(label)}</span>
        <span className="chip">{finished ? 'finished' : 'not finished'}</span>
      </p>
      {thought !== '' && (
        <p>
          <span className="who">{overruled ? 'The rule' : 'The reviewing model'}</span>{' '}
          <Said text={thought} before={before?.review?.thought} />
        </p>
      )}
      {overruled && (
        <p className="faint">
          The reviewing model said {labelWords(overruled.label)}: {overruled.thought}
        </p>
      )}
      {kind !== undefined && kind !== label && (
        <p className="finding">
          <span className="chip flag">differs</span> It was generated as {labelWords(kind)}.
        </p>
      )}
    </div>
  );
}
