import fc from 'fast-check';
import * as z from 'zod';

/** A plan, as a stage might ask for it. */
export const planSchema = z.strictObject({
  thought: z.string(),
  confident: z.boolean().nullable(),
  calls: z.array(
    z.strictObject({ tool: z.string(), arguments: z.record(z.string(), z.json()), step: z.int() }),
  ),
});
export type Plan = z.infer<typeof planSchema>;

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    "it's",
    'say "hi"',
    '{"a": [',
    '```json',
    '// no',
    'a\\',
    'x, ...',
    '\n',
    "'",
    'http://x.org/?a={b}',
  ),
);
const name = fc.oneof(fc.constantFrom('city', 'party size', "l'heure", '2'), fc.string());
const json = fc.letrec<{ any: z.core.util.JSONType }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

export const plans: fc.Arbitrary<Plan> = fc.record({
  thought: text,
  confident: fc.constantFrom(true, false, null),
  calls: fc.array(
    fc.record({
      tool: text,
      arguments: fc.dictionary(
        name.filter((n) => n !== '__proto__'),
        json,
        { maxKeys: 3, noNullPrototype: true },
      ),
      step: fc.integer(),
    }),
    { maxLength: 3 },
  ),
});

/** How a model writes JSON down. */
export interface Manner {
  readonly quote: '"' | "'";
  readonly trailing: boolean;
  readonly indent: boolean;
  readonly python: boolean;
  readonly fence: '' | '```json' | '```' | '```JSON';
  readonly before: string;
  readonly after: string;
}
export const manners: fc.Arbitrary<Manner> = fc.record({
  quote: fc.constantFrom('"', "'"),
  trailing: fc.boolean(),
  indent: fc.boolean(),
  python: fc.boolean(),
  fence: fc.constantFrom('', '```json', '```', '```JSON'),
  before: fc.constantFrom(
    '',
    "Here's the plan [as asked]:\n",
    'Fill {name} in.\n\n',
    '"Sure", I said. It\'s this: ',
  ),
  after: fc.constantFrom(
    '',
    "\nThat's all {I} know.",
    "\n\nLet me know if [x] isn't right!",
    '\n[1] is the source.',
  ),
});

const bare = (value: unknown, { python }: Manner): string =>
  python && value !== undefined && (typeof value === 'boolean' || value === null)
    ? ({ true: 'True', false: 'False', null: 'None' }[String(value)] ?? '')
    : JSON.stringify(value);

function quoted(value: string, { quote }: Manner): string {
  const inner = JSON.stringify(value).slice(1, -1);
  return quote === '"' ? `"${inner}"` : `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function body(value: unknown, manner: Manner, depth: number): string {
  if (typeof value === 'string') return quoted(value, manner);
  if (typeof value !== 'object' || value === null) return bare(value, manner);
  const parts = Array.isArray(value)
    ? value.map((part) => body(part, manner, depth + 1))
    : Object.entries(value).map(([key, part]) => `${quoted(key, manner)}: ${body(part, manner, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const line = manner.indent ? `\n${'  '.repeat(depth + 1)}` : '';
  const comma = manner.trailing && parts.length > 0 ? ',' : '';
  const end = manner.indent && parts.length > 0 ? `\n${'  '.repeat(depth)}` : '';
  return `${open}${parts.map((part) => line + part).join(',')}${comma}${end}${close}`;
}

/** A value as a model may write it. */
export function written(value: unknown, manner: Manner): string {
  const json = body(value, manner, 0);
  const fenced = manner.fence === '' ? json : `${manner.fence}\n${json}\n\`\`\``;
  return `${manner.before}${fenced}${manner.after}`;
}

/** The same without anything around it. */
export const writtenAlone = (value: unknown, manner: Manner): string =>
  written(value, { ...manner, fence: '', before: '', after: '' });
