import { useKeyOf } from '../parts/use-keys.js';
import { valueText } from '../text/json-path.js';
import type { Repair } from '../text/repairs.js';

interface Props {
  readonly offers: readonly Repair[];
  readonly onTake: (repair: Repair) => void;
}

/** Values that may be meant, each with its source; Alt and a digit takes one from within the field. */
export function Offers({ offers, onTake }: Props) {
  const words = useKeyOf('words');
  if (offers.length === 0) return null;
  return (
    <span className="offers" role="group" aria-label="Offered values">
      {offers.map((repair, at) => (
        // Not a tab stop, because the digit works from within the field.
        <button
          key={at}
          type="button"
          className="offer"
          data-offer
          tabIndex={-1}
          aria-keyshortcuts={`Alt+${at + 1}`}
          onClick={() => onTake(repair)}
        >
          <kbd aria-hidden="true">Alt+{at + 1}</kbd> <span className="value">{valueText(repair.value)}</span>{' '}
          <span className="faint">{repair.from}</span>
        </button>
      ))}
      <span className="hint">or select words in the texts: {words}</span>
    </span>
  );
}
