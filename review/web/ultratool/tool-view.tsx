import type { ReactNode } from 'react';
import { MAPPED_PARTS } from '../../../core/ultratool/merge-item.js';
import type { UltraTool } from '../../../core/ultratool/records.js';
import { describedAs, typeOf } from './plan-content.js';

interface Props {
  readonly tool: UltraTool;
  /** An additional note for a property. */
  readonly note?: (part: 'arguments' | 'results', name: string) => ReactNode;
  readonly label?: string;
}

/** A tool with its arguments and results. */
export function ToolView({ tool, note, label = `The tool ${tool.name}` }: Props) {
  return (
    <section className="turn" data-stop tabIndex={-1} aria-label={label}>
      <h2>
        <code className="tool">{tool.name}</code>
      </h2>
      <p>{tool.description}</p>
      {MAPPED_PARTS.map((part) => (
        <div key={part}>
          <h3>{part === 'arguments' ? 'Arguments' : 'Results'}</h3>
          {Object.keys(tool[part].properties).length === 0 && <p className="note">None.</p>}
          <dl className="parameters">
            {Object.keys(tool[part].properties).map((name) => (
              <div key={name}>
                <dt>
                  <code>{name}</code> <span className="faint">{typeOf(tool[part], name)}</span>{' '}
                  {note?.(part, name)}
                </dt>
                <dd>{describedAs(tool[part], name)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
