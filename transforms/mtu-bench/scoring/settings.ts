/**
 * A turn's gold in the files (formats/mtu-bench.md 1.1): tool name -> arguments, in call order. S-S and M-S: exactly
 * one key, no call is `{"": {}}`. S-M and M-M: no call is `{}`. Names in M-M may have leading spaces. Tool names are
 * never integer-like, so object keys keep their order (predicted names can be anything, hence a Map there).
 */
export type GoldAnswer = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * The only call of an S-S or M-S gold answer; no call has the empty name.
 * @throws RangeError unless there is exactly one key: the published scorer reads only the first and crashes on `{}`
 * (formats/mtu-bench.md 1.1, 2)
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
