/**
 * Aligns new members with old ones: equal names first, by longest common subsequence and then moved ones; between
 * these, by position, as replacements.
 * @returns for each of `after` an index of `before`, each at most once; undefined for new members
 */
export function aligned(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const kept = keptIn(before, after);
  const found: (number | undefined)[] = after.map(() => undefined);
  const used = new Set<number>();
  const take = (to: number, from: number): void => {
    if (to >= after.length || from >= before.length || from < 0) return;
    if (found[to] !== undefined || used.has(from)) return;
    found[to] = from;
    used.add(from);
  };
  for (const [from, to] of kept) take(to, from);
  after.forEach((name, to) => {
    take(
      to,
      before.findIndex((one, from) => one === name && !used.has(from)),
    );
  });
  let [old, now] = [0, 0];
  for (const [from, to] of [...kept, [before.length, after.length] as const]) {
    for (let i = 0; i < Math.min(from - old, to - now); i++) take(now + i, old + i);
    [old, now] = [from + 1, to + 1];
  }
  return found;
}

/** A longest common subsequence, as pairs of indices. */
function keptIn(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < before.length && j < after.length;)
    if (before[i] === after[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return pairs;
}
