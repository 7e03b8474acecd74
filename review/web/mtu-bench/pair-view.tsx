import type { PairedTool, ToolPair } from '../../../core/mtu-bench/tool-pairs.js';
import { ownPart } from '../../../core/own-part.js';

/** Two tools that may be merged, side by side. */
export const PairView = ({ item }: { readonly item: ToolPair }) => (
  <>
    {item.name !== '' && (
      <p>
        As one tool called <code className="tool">{item.name}</code>
      </p>
    )}
    <div className="pair">
      {item.tools.map((tool) => (
        <PairedToolView key={tool.document.id} tool={tool} />
      ))}
    </div>
  </>
);

function PairedToolView({ tool: { document, members } }: { readonly tool: PairedTool }) {
  const { id, name, description, required, optional, results, parameters } = document;
  const described = (slot: string): string => ownPart(parameters, slot)?.description ?? '';
  const others = members.filter((member) => member !== id);
  return (
    <section className="turn" data-stop tabIndex={-1} aria-label={`The tool ${id}`}>
      <h2>
        <code className="tool">{name}</code>
      </h2>
      <p className="faint">
        {id}
        {others.length > 0 && `, with ${others.join(', ')}`}
      </p>
      <p>{description}</p>
      <h3>Parameters</h3>
      {required.length + Object.keys(optional).length === 0 && <p className="note">No parameters.</p>}
      <dl className="parameters">
        {[...required, ...Object.keys(optional)].map((slot) => (
          <div key={slot}>
            <dt>
              <code>{slot}</code>
              {required.includes(slot) && <span className="faint"> required</span>}
            </dt>
            <dd>{described(slot)}</dd>
          </div>
        ))}
      </dl>
      <h3>Results</h3>
      {results.length === 0 && <p className="note">No results.</p>}
      <dl className="parameters">
        {results.map((slot) => (
          <div key={slot}>
            <dt>
              <code>{slot}</code>
            </dt>
            <dd>{described(slot)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
