import { readSuggestedTools } from '../../../core/ultratool/suggested-tools.js';
import { ToolView } from './tool-view.js';

/** Tools that the author of a query suggests: names, and documents. */
export function SuggestedView({ cell }: { readonly cell: string }) {
  const read = readSuggestedTools(cell);
  if ('expected' in read) return <p className="problem">Problem: expected {read.expected}</p>;
  return (
    <>
      <h2>Suggested tools</h2>
      {read.names.length > 0 && (
        <ul aria-label="Suggested by name">
          {read.names.map((name, at) => (
            <li key={at}>
              <code className="tool">{name}</code>
            </li>
          ))}
        </ul>
      )}
      {read.tools.map((tool, at) => (
        <ToolView key={at} tool={tool} />
      ))}
    </>
  );
}
