/** An object for `--json`, in which a work item has the published name `subject`. */
export const published = (of: object): object =>
  Object.fromEntries(
    Object.entries(of).map(([name, value]) => [name === 'workItem' ? 'subject' : name, value]),
  );
