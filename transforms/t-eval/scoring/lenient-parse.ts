import { readPythonJson } from '../../python/json.js';
import { readPythonLiteral } from '../../python/literal.js';
import { pythonDict } from '../../python/values.js';

const FENCE = '```json';

/**
 * The evaluator's lenient parse L (formats/t-eval.md 5). Values that are no text pass as they are.
 * @param open the text is cut from its first `open` to its last `close`; without one of them it may go on from the last
 *   character, or be empty, as Python's slices are
 * @throws SyntaxError for what is no Python literal, no JSON, and no JSON with `"` for every `'`
 */
export function lenientParse(value: unknown, open = '', close = ''): unknown {
  if (typeof value !== 'string') return value;
  let text = value;
  const fence = text.indexOf(FENCE);
  if (fence !== -1) text = text.slice(fence + FENCE.length).replace(/^`+|`+$/g, '');
  if (open !== '') text = text.slice(text.indexOf(open));
  if (close !== '') text = text.slice(0, text.lastIndexOf(close) + close.length);
  const readers = [
    () => readPythonLiteral(text),
    () => readPythonJson(text, pythonDict),
    () => readPythonJson(text.replaceAll("'", '"'), pythonDict),
  ];
  for (const read of readers) {
    try {
      return read();
    } catch {
      // the next one may read it
    }
  }
  throw new SyntaxError('neither a Python literal nor JSON');
}
