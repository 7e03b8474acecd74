import type { JsonValue } from '../../../core/canonical.js';
import { valueText } from '../text/json-path.js';

/** Content of a family that has no view of its own: names and values, as deep as it goes. */
export function JsonView({ value }: { readonly value: JsonValue }) {
  if (value === null || typeof value !== 'object') return <span className="value">{valueText(value)}</span>;
  const entries: (readonly [string, JsonValue])[] = Array.isArray(value)
    ? (value as JsonValue[]).map((part, at) => [String(at + 1), part] as const)
    : Object.entries(value as Record<string, JsonValue>);
  return (
    <dl className="json">
      {entries.map(([name, part]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <JsonView value={part} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
