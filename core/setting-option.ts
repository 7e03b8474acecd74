import { settingFields, type ConfigSection, type SettingField } from './config-section.js';
import type { OptionSpec } from './family.js';

const allFields = (fields: readonly SettingField[]): SettingField[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields ?? [])]);

/** An option of `run` that stands in for a field: help and default are the field's. */
export function settingOption(
  section: ConfigSection,
  path: string,
  /** `more`: how it is typed, after the description. */
  { more = '', ...option }: Omit<OptionSpec, 'description' | 'setting'> & { readonly more?: string },
): OptionSpec {
  const field = allFields(settingFields(section)).find((one) => one.path === path);
  if (field === undefined) throw new Error(`the section has no ${path}`);
  const fallback = option.fallback ?? typedDefault(field.fallback);
  return {
    ...option,
    description: `${field.description}${more}`,
    setting: path,
    ...(fallback !== undefined && { fallback }),
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
