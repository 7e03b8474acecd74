/**
 * The gold of one turn as the files write it (formats/mtu-bench.md 1.1): tool name -> arguments, in call
 * order. S-S and M-S: exactly one key, no call is `{"": {}}`. S-M and M-M: no call is `{}`. Names of M-M may
 * carry leading spaces. JavaScript moves integer-like keys to the front of an object; tool names are never
 * integer-like, so the order of a gold answer survives (a prediction's names are anything, hence a Map there).
 */
export type GoldAnswer = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * The one call of a gold answer of S-S or M-S; a turn without a call has the empty name.
 * @throws RangeError for any number of keys but one: the published scorer reads the first key only, and
 * crashes on `{}` (formats/mtu-bench.md 1.1, 2).
 */
export function onlyCall(answer: GoldAnswer): { name: string; arguments: Readonly<Record<string, unknown>> } {
  const [call, ...others] = Object.entries(answer);
  if (call === undefined || others.length > 0) {
    throw new RangeError(
      `a single-tool answer has exactly one key, this one has ${Object.keys(answer).length}`,
    );
  }
  return { name: call[0], arguments: call[1] };
}
