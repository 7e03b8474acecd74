import type { SaidNo } from '../saving/act.js';

/** A refusal or error in readable form: title, details, advice. */
export function ProblemNotice({
  said,
  children,
}: {
  readonly said: SaidNo;
  readonly children?: React.ReactNode;
}) {
  return (
    <div className="notice bad" role="alert">
      <p>
        <strong>{said.title}</strong>
        {said.found !== undefined && <> {said.found}</>}
      </p>
      {said.next !== undefined && <p>{said.next}</p>}
      {children}
    </div>
  );
}
