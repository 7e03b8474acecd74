import { completed, type DocumentItem } from '../../../core/t-eval/completion.js';
import { Said } from '../item/said.js';

interface Props {
  readonly item: DocumentItem;
  /** The document as the model wrote it, if it has been edited since. */
  readonly original: DocumentItem | undefined;
}

/** The tool document in its final form: documented text unchanged, completed text marked. */
export function DocumentView({ item, original }: Props) {
  const { recordId, tool, given } = item;
  const now = completed(given, item.completion);
  const wrote = original && completed(given, original.completion);
  const parameters = [
    ...given.required.map((one, at) => ({
      ...{ one, required: true },
      ...{ now: now.required[at], wrote: wrote?.required[at] },
    })),
    ...given.optional.map((one, at) => ({
      ...{ one, required: false },
      ...{ now: now.optional[at], wrote: wrote?.optional[at] },
    })),
  ];
  return (
    <div className="document">
      <section className="turn" data-stop tabIndex={-1} aria-label="The API">
        <h2>
          <code className="tool">{recordId}</code>
        </h2>
        {tool.description !== '' && (
          <p className="faint">
            {tool.name}: {tool.description}
          </p>
        )}
        <p>
          <Text given={given.description} now={now.description} wrote={wrote?.description} />
        </p>
      </section>
      <section className="turn" data-stop tabIndex={-1} aria-labelledby="parameters">
        <h2 id="parameters">Parameters</h2>
        {parameters.length === 0 && <p className="note">No parameters.</p>}
        <dl className="parameters">
          {parameters.map(({ one, required, now: as, wrote: before }) => (
            <div key={one.name}>
              <dt>
                <code>{one.name}</code> <Text given={one.type} now={as?.type} wrote={before?.type} />
                {required && <span className="faint"> required</span>}
              </dt>
              <dd>
                <Text given={one.description} now={as?.description} wrote={before?.description} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="turn" data-stop tabIndex={-1} aria-labelledby="returns">
        <h2 id="returns">Return data</h2>
        {given.returns.length === 0 && <p className="note">Not documented.</p>}
        <dl className="parameters">
          {now.returns.map((field, at) => {
            const was = given.returns[at];
            const before = wrote?.returns.find(({ name }) => name === field.name);
            return (
              <div key={field.name}>
                <dt>
                  <code>{field.name}</code>{' '}
                  {field.type !== undefined && (
                    <Text given={was?.type ?? ''} now={field.type} wrote={before?.type} />
                  )}
                </dt>
                <dd>
                  <Text given={was?.description ?? ''} now={field.description} wrote={before?.description} />
                </dd>
              </div>
            );
          })}
        </dl>
      </section>
    </div>
  );
}

/** A documented text, or a completed one with a mark and with the changes made since. */
function Text({
  given,
  now = '',
  wrote,
}: {
  readonly given: string;
  readonly now: string | undefined;
  readonly wrote: string | undefined;
}) {
  if (given !== '') return <span>{given}</span>;
  return (
    <span className="added">
      <span className="state added">added</span> <Said text={now} before={wrote} />
    </span>
  );
}
