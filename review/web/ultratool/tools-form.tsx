import type { PlanItem } from '../../../core/ultratool/item.js';
import { withArgumentName, withPropertyName, withToolName } from '../../../core/ultratool/tool-edits.js';
import type { UltraTool } from '../../../core/ultratool/records.js';
import { useForm } from '../form/field-row.js';
import { Fold } from '../parts/fold.js';
import { freeName, ToolFields } from './tool-fields.js';

interface Props {
  readonly item: PlanItem;
  readonly onItem: (item: PlanItem) => void;
}

/** A form for the tools of a plan; renaming a tool updates its calls. */
export function ToolsForm({ item, onItem }: Props) {
  const { problems } = useForm();
  const { tools } = item;
  const names = tools.map(({ name }) => name);
  const set = (at: number, tool: UltraTool): void =>
    onItem({ ...item, tools: tools.map((one, place) => (place === at ? tool : one)) });
  const add = (): void => {
    const none = { type: 'object', properties: {} };
    const tool = { name: freeName('tool', names), description: '', arguments: none, results: none };
    onItem({ ...item, tools: [...tools, tool] });
  };
  return (
    <>
      <h2>Tools</h2>
      {tools.map((tool, at) => (
        <Fold
          key={at}
          // Open if it contains a problem.
          open={problems.some(({ path }) => path.startsWith(`tools.${at}.`))}
          title={
            <>
              Tool <code className="tool">{tool.name}</code>
            </>
          }
        >
          <fieldset className="turn-form">
            <legend>Tool {tool.name}</legend>
            <ToolFields
              tool={tool}
              path={['tools', at]}
              taken={names.filter((_, place) => place !== at)}
              onTool={(next) => set(at, next)}
              onName={(name) => onItem(withToolName(item, at, name))}
              onPropertyName={(part, from, to) =>
                part === 'arguments'
                  ? onItem(withArgumentName(item, at, from, to))
                  : set(at, withPropertyName(tool, part, from, to))
              }
            />
            <button
              type="button"
              className="plain"
              onClick={() => onItem({ ...item, tools: tools.filter((_, place) => place !== at) })}
            >
              Remove the tool {tool.name}
            </button>
          </fieldset>
        </Fold>
      ))}
      <button type="button" className="button small" onClick={add}>
        Add a tool
      </button>
    </>
  );
}
