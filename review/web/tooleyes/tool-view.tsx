import { ownPart } from '../../../core/own-part.js';
import type { ToolItem } from '../../../core/tooleyes/tool-line.js';
import { Said } from '../item/said.js';
import { factRows } from './tool-content.js';
import { placeText } from './trajectory-content.js';

interface Props {
  readonly item: ToolItem;
  /** The tool as it was read, if it has been edited since. */
  readonly original: ToolItem | undefined;
}

/** A tool with its facts, and the tools with the most similar documents. */
export function ToolView({ item, original }: Props) {
  const { document, alike, facts } = item;
  const { properties, required } = document.parameters;
  const rows = factRows(item);
  return (
    <div className="document">
      <div className="pair">
        <section className="turn" data-stop tabIndex={-1} aria-label="The tool">
          <h2>
            <code className="tool">
              <Said text={document.name} before={original?.document.name} />
            </code>
          </h2>
          <p className="faint">{placeText(item.path)}</p>
          <p>
            {document.description === '' && original === undefined ? (
              <span className="note">No description.</span>
            ) : (
              <Said text={document.description} before={original?.document.description} />
            )}
          </p>
          {Object.keys(properties).length === 0 && <p className="note">No parameters.</p>}
          <dl className="parameters">
            {Object.entries(properties).map(([name, { type, description }]) => (
              <div key={name}>
                <dt>
                  <code>{name}</code> {type}
                  {required.includes(name) && <span className="faint"> required</span>}
                </dt>
                <dd>
                  <Said
                    text={description}
                    before={original && ownPart(original.document.parameters.properties, name)?.description}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="turn" data-stop tabIndex={-1} aria-labelledby="alike">
          <h2 id="alike">Most alike</h2>
          {alike.length === 0 && <p className="note">There is no other tool.</p>}
          <dl className="parameters">
            {alike.map(({ path, name, description, parameters, similarity, marked }, at) => (
              <div key={at}>
                <dt>
                  <code>{name}</code> <span className="faint">{placeText(path)}, </span>
                  {similarity.toFixed(2)} {marked && <span className="state added">alike</span>}
                </dt>
                <dd>
                  {description}
                  <br />
                  <span className="faint">{parameters === '' ? 'no parameters' : parameters}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <section className="turn" data-stop tabIndex={-1} aria-labelledby="known">
        <h2 id="known">What is known of its calls</h2>
        {rows.length === 0 && <p className="note">Nothing.</p>}
        <dl className="facts">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {facts?.sample !== undefined && (
          <>
            <h3>An answer</h3>
            <pre className="json" tabIndex={0} aria-label="An answer of the tool">
              {facts.sample}
            </pre>
          </>
        )}
      </section>
    </div>
  );
}
