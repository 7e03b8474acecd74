import { settingFields, type ConfigSection, type SettingField } from './config-section.js';
import type { OptionSpec } from './family.js';

const allFields = (fields: readonly SettingField[]): SettingField[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields ?? [])]);

/** How an option is typed. */
type Typed = Omit<OptionSpec, 'description' | 'setting'> & {
  /** What its description says after the field's. */
  readonly more?: string;
};

/**
 * Makes options of `run` that stand in for fields of a section, by path: help and default are the field's. The fields are
 * looked up once, as every workflow loads its family's options.
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

/** A default as it would be typed; undefined where nothing is used. */
function typedDefault(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // A choice, such as { share: 0.16 }.
  const [only, ...others] = Object.values(value) as unknown[];
  return others.length === 0 ? typedDefault(only) : undefined;
}
