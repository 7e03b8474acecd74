import type { JsonValue } from '../../../core/canonical.js';
import type { ToolShown } from '../../../core/review/api.js';
import { WordDiff } from '../parts/word-diff.js';
import { sameJson } from '../text/changes.js';
import { valueText } from '../text/json-path.js';
import { ownPart } from '../../../core/own-part.js';

type Arguments = Readonly<Record<string, JsonValue>>;

interface Props {
  readonly args: Arguments;
  /** As they were generated, where the call was there. */
  readonly before: Arguments | undefined;
  readonly document: ToolShown | undefined;
  /** Where a value came from, where that is known of the family's items. */
  readonly from?: (name: string) => string;
}

/** A call's arguments, each with what it means; and what is required and not there. */
export function ArgumentTable({ args, before, document, from }: Props) {
  const names = Object.keys(args);
  const missing = document?.parameters.filter(({ name, required }) => required && !(name in args)) ?? [];
  return (
    <>
      {names.length === 0 ? (
        <p className="note">Called without arguments.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Argument</th>
              <th scope="col">Value</th>
              {from && <th scope="col">Origin</th>}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  <ParameterNote document={document} name={name} />
                </th>
                <td>
                  <Value
                    before={ownPart(before, name)}
                    now={ownPart(args, name)}
                    edited={before !== undefined}
                  />
                </td>
                {from && <td className="faint">{from(name)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {missing.length > 0 && (
        <p className="problem">Missing required arguments: {missing.map(({ name }) => name).join(', ')}</p>
      )}
    </>
  );
}

function ParameterNote({ document, name }: { document: ToolShown | undefined; name: string }) {
  const parameter = document?.parameters.find((other) => other.name === name);
  if (!document) return null;
  return (
    <span className="parameter">
      {parameter ? parameter.description || parameter.type : 'not in the tool’s document'}
    </span>
  );
}

interface ValueProps {
  readonly before: JsonValue | undefined;
  readonly now: JsonValue | undefined;
  readonly edited: boolean;
}

/** A value, word by word where it was edited. */
export function Value({ before, now, edited }: ValueProps) {
  if (!edited || sameJson(before, now)) return <span className="value">{valueText(now)}</span>;
  return <WordDiff before={valueText(before)} after={valueText(now)} />;
}
