import type { JsonValue } from '../../../core/canonical.js';
import type { ToolShown } from '../../../core/review/api.js';
import { constraintsOf } from '../form/constraints.js';
import { WordDiff } from '../parts/word-diff.js';
import { sameAsWritten } from '../../../core/json.js';
import { valueText } from '../text/json-path.js';
import { sourceWords } from '../text/sources.js';
import { ownPart } from '../../../core/own-part.js';
import { argumentPlace, useCall, useThread } from './thread-context.js';

type Arguments = Readonly<Record<string, JsonValue>>;

interface Props {
  readonly args: Arguments;
  /** Path of the arguments. */
  readonly path: string;
  /** The generated arguments, if the call existed. */
  readonly before: Arguments | undefined;
  readonly document: ToolShown | undefined;
  /** Where a value came from, if the family's items record it and no text of the item contains the value. */
  readonly from?: (name: string) => string;
}

/** A call's arguments, each with its meaning and source; also required arguments that are missing. */
export function ArgumentTable({ args, path, before, document, from }: Props) {
  const { sources } = useThread();
  const call = useCall(path);
  const names = Object.keys(args);
  const missing =
    document?.parameters.filter(({ name, required }) => required && !Object.hasOwn(args, name)) ?? [];
  const sourced = from !== undefined || call !== undefined;
  return (
    <>
      {names.length === 0 ? (
        <p className="note">Called without arguments.</p>
      ) : (
        <table className="arguments">
          <thead>
            <tr>
              <th scope="col">Argument</th>
              <th scope="col">Value</th>
              {sourced && <th scope="col">Origin</th>}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const source = sources.get(argumentPlace(path, name));
              return (
                <tr key={name} data-arg={argumentPlace(path, name)}>
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
                  {sourced && (
                    <td className="faint origin">
                      {source ? sourceWords(source) : (from?.(name) ?? 'not said')}
                    </td>
                  )}
                </tr>
              );
            })}
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
  if (!parameter) return <span className="parameter">not in the tool’s document</span>;
  return (
    <span className="parameter" title={constraintsOf(parameter)}>
      {parameter.description || parameter.type}
      {parameter.required && ' (required)'}
    </span>
  );
}

interface ValueProps {
  readonly before: JsonValue | undefined;
  readonly now: JsonValue | undefined;
  readonly edited: boolean;
}

/** A value; if it was edited, with its changes marked word by word. */
export function Value({ before, now, edited }: ValueProps) {
  if (!edited || sameAsWritten(before, now)) return <span className="value">{valueText(now)}</span>;
  return <WordDiff before={valueText(before)} after={valueText(now)} />;
}
