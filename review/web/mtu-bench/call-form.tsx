import type { ToolCall } from '../../../core/mtu-bench/item.js';
import type { JsonValue } from '../../../core/canonical.js';
import { documentOf } from '../text/document-of.js';
import { formatOrigin } from './item-content.js';
import { pathText, type Path } from '../../../core/json-path.js';
import { AddArgument, ArgumentFields } from '../form/argument-fields.js';
import { useForm } from '../form/field-row.js';
import { ToolChooser } from '../form/tool-chooser.js';
import type { Tools } from '../kinds/editing.js';
import { ownPart } from '../../../core/own-part.js';

interface Props {
  readonly call: ToolCall;
  readonly path: Path;
  readonly number: number;
  readonly tools: Tools;
  readonly onTool: (call: Path, tool: string) => void;
  readonly onArgument: (call: Path, name: string, value: JsonValue | undefined) => void;
}

/** A form for a call: each argument in a field that suits the tool's document. */
export function CallForm({ call, path, number, tools, onTool, onArgument }: Props) {
  const { onChange } = useForm();
  const document = documentOf(tools.documents, call.tool);
  const change = (name: string, value: JsonValue | undefined): void => onArgument(path, name, value);
  return (
    <fieldset className="call-form" data-call data-place={pathText(path)}>
      <legend>Call {number}</legend>
      <ToolChooser
        path={[...path, 'tool']}
        tool={call.tool}
        document={document}
        tools={tools}
        onTool={(tool) => onTool(path, tool)}
      />
      <ArgumentFields
        args={call.arguments}
        path={[...path, 'arguments']}
        document={document}
        from={(name) => formatOrigin(ownPart(call.origins, name))}
        onArgument={change}
      />
      <div className="row">
        <AddArgument args={call.arguments} document={document} onArgument={change} />
        <button type="button" className="plain" onClick={() => onChange(path, undefined)}>
          Remove this call
        </button>
      </div>
    </fieldset>
  );
}
