import { settingFields, type ConfigSection, type SettingField } from './config-section.js';
import type { OptionSpec } from './family.js';
import { isJsonObject } from './json.js';

const allFields = (fields: readonly SettingField[]): SettingField[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields ?? [])]);

/** An option without the parts that its field provides. */
type Typed = Omit<OptionSpec, 'description' | 'setting'> & {
  /** Text to append to the field's description. */
  readonly more?: string;
};

/**
 * Makes options of `run` that override fields of a section, by path, with the field's description and default. The
 * fields are looked up once, because every workflow loads its family's options.
 */
export function settingOptions(section: ConfigSection): (path: string, typed: Typed) => OptionSpec {
  const fields = new Map(allFields(settingFields(section)).map((field) => [field.path, field]));
  return (path, { more = '', ...option }) => {
    const field = fields.get(path);
    if (field === undefined) throw new Error(`the section has no ${path}`);
    const fallback = option.fallback ?? typedDefault(field.fallback);
    return {
      ...option,
      description: `${field.description}${more}`,
      setting: path,
      ...(fallback !== undefined && { fallback }),
    };
  };
}

/** A default as a user would type it; undefined if there is none. */
function typedDefault(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (!isJsonObject(value)) return undefined;
  // One of several alternatives, such as { share: 0.16 }.
  const [only, ...others] = Object.values(value) as unknown[];
  return others.length === 0 ? typedDefault(only) : undefined;
}
