import type { JsonValue } from '../../../core/canonical.js';
import { writeJson } from '../../../core/json.js';

/** Content for which the page has no view, as JSON with one value per line. */
export const JsonText = ({ value }: { readonly value: JsonValue }) => (
  <section className="turn" data-stop tabIndex={-1} aria-label="The item">
    <pre className="json">{writeJson(value, 2)}</pre>
  </section>
);
