import type { JsonValue } from '../../core/canonical.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { parsePath, valueAt } from '../../core/json-path.js';
import { writeJson } from '../../core/json.js';

/** Adds to an edit that needs a confirmation how to give it on the command line, and shows new responses in full. */
export function unconfirmedHere(error: unknown, item: string): unknown {
  if (!BenchwrightError.is(error) || error.code !== 'EDIT_UNCONFIRMED') return error;
  const { parts } = error;
  const { confirm, callsAgain, content } = parts.details ?? {};
  const command = `benchwright review edit ${item} … --confirm ${String(confirm)}`;
  if (!Array.isArray(callsAgain))
    return new BenchwrightError(error.code, {
      ...parts,
      next: `If the edit is right all the same: ${command}`,
    });
  const responses = (callsAgain as string[]).map(
    (call) =>
      `\n  ${call}.response is now ${writeJson(valueAt(content as JsonValue, [...parsePath(call), 'response']))}`,
  );
  return new BenchwrightError(error.code, {
    ...parts,
    found: `${parts.found}${responses.join('')}`,
    next: `The call was made again. Read its new response, which is kept with the edit: ${command}`,
  });
}
