import { UNSUITABLE_INTENT, type IntentItem } from '../../../core/mtu-bench/intents.js';
import { ownPart } from '../../../core/own-part.js';

/** An intent as its schema describes it, with a model's proposal. */
export function IntentView({ item: { document, proposal } }: { readonly item: IntentItem }) {
  const { id, service, description, transactional, required, optional, results } = document;
  return (
    <div className="document">
      <section className="turn" data-stop tabIndex={-1} aria-label="The intent">
        <h2>
          <code className="tool">{id}</code>
        </h2>
        <p className="faint">
          {service}, {transactional ? 'does something' : 'looks something up'}
        </p>
        <p>{description}</p>
        {proposal && (
          <p className={proposal.suitable ? 'note' : 'finding'}>
            {proposal.suitable ? (
              'A model considers it suitable as a tool: '
            ) : (
              <>
                <span className="chip flag">{UNSUITABLE_INTENT}</span> A model takes it for none:{' '}
              </>
            )}
            {proposal.reason}
          </p>
        )}
      </section>
      <section className="turn" data-stop tabIndex={-1} aria-labelledby="inputs">
        <h2 id="inputs">Inputs</h2>
        {required.length + Object.keys(optional).length === 0 && <p className="note">No parameters.</p>}
        <dl className="parameters">
          {required.map((name) => (
            <Slot key={name} name={name} more="required" document={document} />
          ))}
          {Object.entries(optional).map(([name, value]) => (
            <Slot
              key={name}
              name={name}
              more={value === '' ? 'optional' : `default ${value}`}
              document={document}
            />
          ))}
        </dl>
      </section>
      <section className="turn" data-stop tabIndex={-1} aria-labelledby="results">
        <h2 id="results">Results</h2>
        {results.length === 0 && <p className="note">No results are named.</p>}
        <dl className="parameters">
          {results.map((name) => (
            <Slot key={name} name={name} document={document} />
          ))}
        </dl>
      </section>
    </div>
  );
}

interface SlotProps {
  readonly name: string;
  readonly more?: string;
  readonly document: IntentItem['document'];
}

function Slot({ name, more, document }: SlotProps) {
  const { description = '', values } = ownPart(document.parameters, name) ?? {};
  return (
    <div>
      <dt>
        <code>{name}</code> {more !== undefined && <span className="faint">{more}</span>}
      </dt>
      <dd>
        {description}
        {values && <span className="faint"> One of: {values.join(', ')}</span>}
      </dd>
    </div>
  );
}
