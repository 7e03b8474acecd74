import { ownPart } from '../../core/own-part.js';
import type { UltraTool } from '../../core/ultratool/records.js';

/** A field of a tool that a model wrote. */
interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** A tool that a model created, in the published order of fields. */
export const createdTool = ({
  name,
  description,
  arguments: args,
  results,
}: {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly Field[];
  readonly results: readonly Field[];
}): UltraTool => ({
  ...{ name, description },
  arguments: { type: 'object', properties: propertiesOf(args) },
  results: { type: 'object', properties: propertiesOf(results) },
});

const propertiesOf = (fields: readonly Field[]): UltraTool['arguments']['properties'] =>
  Object.fromEntries(fields.map(({ name, type, description }) => [name, { description, type }]));

/** Types whose values stand in a call without quotes. */
const BARE = new Set(['integer', 'number', 'boolean', 'array', 'object']);

/** A call as a plan has it: texts in quotes, references and other values without. */
export function callText(
  { name, arguments: { properties } }: UltraTool,
  args: readonly { readonly name: string; readonly value: string }[],
): string {
  const parts = args.map(({ name: argument, value }) => {
    const text = value.trim();
    const type = (ownPart(properties, argument) as { readonly type?: unknown } | undefined)?.type;
    const bare = /^<[^<>]*>$/.test(text) || BARE.has(String(type));
    return `${argument}=${bare ? text : `'${text}'`}`;
  });
  return `${name}(${parts.join(', ')})`;
}
