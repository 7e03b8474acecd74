/** A tool for chat APIs; OpenAI and Anthropic differ only in the enclosing names. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
}

/** Tool names of both APIs: letters, digits, `_` and `-`, up to this length. */
const NAME_LENGTH = 64;

/** Maps names to unique names that the APIs allow. */
export function allowedNames(names: readonly string[]): ReadonlyMap<string, string> {
  const allowed = new Map<string, string>();
  for (const name of names) allowed.set(name, freeName(name, new Set(allowed.values())));
  return allowed;
}

/** The name with allowed characters only, made unique. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, NAME_LENGTH) || '_';
  let free = base;
  for (let n = 2; taken.has(free); n++) free = `${base.slice(0, NAME_LENGTH - `_${n}`.length)}_${n}`;
  return free;
}
