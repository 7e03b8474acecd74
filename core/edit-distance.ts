/** The edit distance of two texts in characters; a character outside the basic plane counts as one, as in Python. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before = Uint32Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [row, character] of a.entries()) {
    const now = new Uint32Array(b.length + 1);
    now[0] = row + 1;
    for (let column = 1; column <= b.length; column += 1)
      now[column] = Math.min(
        (now[column - 1] ?? 0) + 1,
        (before[column] ?? 0) + 1,
        (before[column - 1] ?? 0) + (character === b[column - 1] ? 0 : 1),
      );
    before = now;
  }
  return before[b.length] ?? 0;
}

/** 1 minus the distance divided by the length of the longer text; 1 for two empty texts. */
export function similarity(one: string, other: string): number {
  const longest = Math.max([...one].length, [...other].length);
  return longest === 0 ? 1 : 1 - editDistance(one, other) / longest;
}
