import * as z from 'zod';
import { ownPart } from './own-part.js';

/**
 * What `temporal.config.ts` takes under a family's name. Every field has a default and is made by `setting`, so that help,
 * documentation and the check of the file say the same.
 */
export type ConfigSection = z.ZodObject;

/** What is said of a field beside its schema. */
export interface SettingText {
  /** What it is, for the documentation and the help of its option. */
  readonly description: string;
  /** How it may be written, for the documentation: `{ 'S-S': 52 }`. */
  readonly example?: string;
  /** The page that explains it. */
  readonly see?: string;
}

/** A field of a section. The schema has a default or is optional. */
export const setting = <T extends z.ZodType>(
  schema: T,
  description: string,
  more: Omit<SettingText, 'description'> = {},
): T => schema.meta({ description, ...more });

/** A field with what is known of it. */
export interface SettingField extends SettingText {
  /** From the section: `split.testShare`. */
  readonly path: string;
  /** What is used without it. */
  readonly fallback: unknown;
  /** The fields of a field that is an object of settings. */
  readonly fields?: readonly SettingField[];
}

/** The fields of a section, in order. */
export const settingFields = (section: ConfigSection, prefix = ''): SettingField[] =>
  Object.entries(section.shape).map(([name, schema]) => {
    const path = `${prefix}${name}`;
    const { description = '', example, see } = (schema as z.ZodType).meta() ?? {};
    const inner = objectIn(schema as z.ZodType);
    return {
      ...{ path, description, fallback: (schema as z.ZodType).safeParse(undefined).data },
      ...(typeof example === 'string' && { example }),
      ...(typeof see === 'string' && { see }),
      ...(inner && { fields: settingFields(inner, `${path}.`) }),
    };
  });

/** The object of settings that a schema is, below its default. */
function objectIn(schema: z.ZodType): ConfigSection | undefined {
  if (schema instanceof z.ZodObject) return schema;
  return schema instanceof z.ZodPrefault ? objectIn(schema.unwrap() as z.ZodType) : undefined;
}

/** The key of a family's section in the configuration: its name in camel case. */
export type ConfigKey<N extends string> = N extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<ConfigKey<Rest>>}`
  : N;
export const configKey = <N extends string>(name: N): ConfigKey<N> =>
  name.replaceAll(/-+(.)/g, (_, letter: string) => letter.toUpperCase()) as ConfigKey<N>;

/**
 * A family's section of a configuration that was checked with it.
 * @param family its specification
 */
export function sectionOf<C extends ConfigSection>(
  config: object,
  { name, config: section }: { readonly name: string; readonly config?: C | undefined },
): z.output<C> {
  const key = configKey(name);
  // What the file says was checked as a whole, with this section.
  if (Object.hasOwn(config, key))
    return ownPart(config as Readonly<Record<string, z.output<C>>>, key) as z.output<C>;
  return (section ?? z.object({})).parse({}) as z.output<C>;
}
