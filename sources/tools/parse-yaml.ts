import { parse, Scalar, type ScalarTag, type Tags } from 'yaml';
import { objectFrom, writeJson } from '../../core/json.js';
import { NumberAsWritten, typedNumber } from '../../core/number-as-written.js';

/** The library's tags of numbers, but with the digits of numbers that a double does not give back. */
const withDigits = (tags: Tags): Tags =>
  tags.map((tag) => {
    if (typeof tag === 'string' || !isNumberTag(tag)) return tag;
    const resolve = tag.resolve.bind(tag);
    const exact: ScalarTag = {
      ...tag,
      resolve: (text, onError, options) => {
        const written = JSON_FORM.test(text) ? typedNumber(text) : undefined;
        return written instanceof NumberAsWritten ? new Scalar(written) : resolve(text, onError, options);
      },
    };
    return exact;
  });

/** YAML also has `0x1F`, `+1` and `.5`, whose digits are no number in JSON. */
const JSON_FORM = /^-?\d/;

const isNumberTag = (tag: Exclude<Tags[number], string>): tag is ScalarTag =>
  tag.tag === 'tag:yaml.org,2002:int' || tag.tag === 'tag:yaml.org,2002:float';

/**
 * Parses a YAML document; numbers keep their digits and objects the order of their names, as with `parseJson`.
 * @throws YAMLParseError
 */
export const parseYaml = (text: string): unknown =>
  objectsOf(parse(text, { customTags: withDigits, logLevel: 'error', mapAsMap: true }));

/** The maps of a document as objects: the library's own objects list integer-like names first. */
function objectsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(objectsOf);
  if (!(value instanceof Map)) return value;
  return objectFrom([...value].map(([key, part]) => [nameOf(key), objectsOf(part)] as const));
}

/** Names may be written without quotes: `200:`, `null:`, and in YAML also as lists. */
function nameOf(key: unknown): string {
  if (typeof key === 'string' || typeof key === 'number') return String(key);
  return key === null ? '' : writeJson(objectsOf(key));
}
