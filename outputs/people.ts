/** People with the number of texts that each wrote: `ada (3), grace (2)`. */
export const peopleNamed = (writers: Readonly<Record<string, number>>): string =>
  Object.entries(writers)
    .map(([name, count]) => `${name} (${count})`)
    .join(', ');
