import { ResultText } from '../item/said.js';
import { Fold } from '../parts/fold.js';
import { resultText, type Call } from './conversation-content.js';

/** The result of a call. */
export function ResultView({ call, path }: { readonly call: Call; readonly path: string }) {
  return (
    <Fold
      title={<span className="faint">{call.exception === null ? 'Result' : 'Error'}</span>}
      open={resultText(call).length < 600}
    >
      <ResultText text={resultText(call)} path={`${path}.response`} />
    </Fold>
  );
}
