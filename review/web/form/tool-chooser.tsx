import { useId } from 'react';
import type { ToolShown } from '../../../core/review/api.js';
import { pathText, type Path } from '../../../core/json-path.js';
import type { Tools } from '../kinds/editing.js';

interface Props {
  readonly path: Path;
  readonly tool: string;
  readonly document: ToolShown | undefined;
  readonly tools: Tools;
  readonly onTool: (id: string) => void;
}

/** Chooses a call's tool from a native list, which works with keys and screen readers. */
export function ToolChooser({ path, tool, document, tools: { list, more }, onTool }: Props) {
  const id = useId();
  const chosen = document?.id ?? tool;
  return (
    <div className="field">
      <label htmlFor={id}>Tool</label>
      <select
        id={id}
        data-path={pathText(path)}
        aria-describedby={`${id}-hint`}
        value={chosen}
        onChange={(event) => onTool(event.target.value)}
      >
        {!list.some((one) => one.id === chosen) && (
          <option value={chosen}>{chosen} (not in this list)</option>
        )}
        {list.map((one) => (
          <option key={one.id} value={one.id}>
            {one.id}
            {one.description !== '' && `: ${one.description}`}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} className="hint">
        {document?.description}
        {more > 0 && ` The list is long; ${more} more can be entered in the JSON view.`}
      </span>
    </div>
  );
}
