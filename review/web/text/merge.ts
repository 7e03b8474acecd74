import { sameValue, type JsonValue } from '../../../core/canonical.js';
import { comparedKeys } from './changes.js';
import { pathText, valueAt, withValueAt, type Path } from '../../../core/json-path.js';
import { ownPart } from '../../../core/own-part.js';
import { isJsonObject, sameAsWritten } from '../../../core/json.js';

/** One reviewer's version of an item. */
export interface ReviewedVersion {
  readonly by: string;
  readonly content: JsonValue;
}

/** One of the values that reviewers gave a place; undefined: they removed it. */
export interface Choice {
  readonly value: JsonValue | undefined;
  readonly by: readonly string[];
  readonly original: boolean;
}

/** A place at which reviewers differ. */
export interface Difference {
  readonly path: Path;
  readonly original: JsonValue | undefined;
  readonly choices: readonly Choice[];
}

export interface Merged {
  /** The merged content, with the original's value where reviewers differ. */
  readonly content: JsonValue;
  /** Places that all reviewers changed in the same way. */
  readonly agreed: readonly Path[];
  readonly differences: readonly Difference[];
}

const isRecord = (value: unknown): value is Record<string, JsonValue> => isJsonObject(value);

/**
 * Merges the reviewers' versions of an item: a place to which all gave the same value gets it (numbers by value), and
 * an adjudicator decides on the rest. Lists of equal length are compared element by element, others as a whole.
 */
export function mergeVersions(original: JsonValue, versions: readonly ReviewedVersion[]): Merged {
  const agreed: Path[] = [];
  const differences: Difference[] = [];
  let content = original;

  const visit = (path: Path): void => {
    const values = versions.map((version) => valueAt(version.content, path));
    const before = valueAt(original, path);
    const all = [before, ...values];
    if (all.every(isRecord)) {
      for (const key of comparedKeys(path, all)) visit([...path, key]);
      return;
    }
    if (all.every((value) => Array.isArray(value) && value.length === (before as JsonValue[]).length)) {
      (before as JsonValue[]).forEach((_, at) => visit([...path, at]));
      return;
    }
    const [first] = values;
    if (values.every((value) => sameValue(value, first))) {
      // Of several notations of one number, the shown one is kept, else the first reviewer's.
      const several = !values.every((value) => sameAsWritten(value, first));
      if (sameAsWritten(first, before) || (several && sameValue(first, before))) return;
      agreed.push(path);
      content = follow(withValueAt(content, path, first), path, versions[0]);
      return;
    }
    differences.push({ path, original: before, choices: choicesOf(before, values, versions) });
  };

  if (versions.length > 0) visit([]);
  return { content, agreed, differences };
}

function choicesOf(
  before: JsonValue | undefined,
  values: readonly (JsonValue | undefined)[],
  versions: readonly ReviewedVersion[],
): Choice[] {
  const choices: { value: JsonValue | undefined; by: string[] }[] = [];
  values.forEach((value, at) => {
    const by = versions[at]?.by ?? '';
    const same = choices.find((choice) => sameValue(choice.value, value));
    if (same) same.by.push(by);
    else choices.push({ value, by: [by] });
  });
  if (!choices.some((choice) => sameValue(choice.value, before))) choices.push({ value: before, by: [] });
  return choices.map((choice) => ({ ...choice, original: sameValue(choice.value, before) }));
}

/** An adjudicator's choices: the index of the choice, from 0, by place (as {@link pathText}). */
export type Taken = Readonly<Record<string, number>>;

/** Differences without a choice. */
export const openDifferences = (merged: Merged, taken: Taken): Difference[] =>
  merged.differences.filter(({ path }) => ownPart(taken, pathText(path)) === undefined);

/** The merged item with the adjudicator's choices. */
export function takeChoices(merged: Merged, versions: readonly ReviewedVersion[], taken: Taken): JsonValue {
  let { content } = merged;
  for (const { path, choices } of merged.differences) {
    const choice = choices[ownPart(taken, pathText(path)) ?? -1];
    if (!choice) continue;
    const from = versions.find(({ by }) => choice.by.includes(by));
    content = follow(withValueAt(content, path, choice.value), path, from);
  }
  return content;
}

/** Copies the origin of an argument together with its value. */
function follow(content: JsonValue, path: Path, from: ReviewedVersion | undefined): JsonValue {
  const at = path.lastIndexOf('arguments');
  if (at < 0 || !from) return content;
  const origin = [...path.slice(0, at), 'origins', ...path.slice(at + 1, at + 2)];
  return withValueAt(content, origin, valueAt(from.content, origin));
}
