import type { Validator } from '@seriousme/openapi-schema-validator';
import { asObject } from '../json-schema.js';
import { firstOf, invalid } from '../tools-read.js';
import { isNested, writeJson } from '../../../core/json.js';
import { plainCopy } from '../../../core/number-fields.js';

/** Supported OpenAPI versions. */
const VERSION = /^3\.[0-2]\.\d+/;

let validator: Promise<Validator> | undefined;

/** Shared, because compiling the schema of an OpenAPI version takes longer than validating a document. */
const sharedValidator = (): Promise<Validator> =>
  (validator ??= import('@seriousme/openapi-schema-validator').then((library) => new library.Validator()));

/** An object with `openapi` or `swagger`. */
export const isOpenApi = (document: unknown): boolean => {
  const { openapi, swagger } = asObject(document);
  return openapi !== undefined || swagger !== undefined;
};

/**
 * Validates an OpenAPI document against its version's schema and checks that references resolve. References are not
 * inlined: a chain of 300 mutually referring schemas made a full dereference of 3,000 operations hit its depth limit;
 * they are followed on reading.
 * @throws TOOLS_INVALID for Swagger 2.0, an unknown version, references to other files, or an invalid document
 */
export async function checkOpenApi(document: unknown, where: string): Promise<void> {
  const { openapi, swagger } = asObject(document);
  if (typeof openapi !== 'string' || !VERSION.test(openapi))
    throw invalid(
      'openapi: 3.0, 3.1 or 3.2',
      swagger === undefined ? `openapi: ${writeJson(openapi)}` : `Swagger ${writeJson(swagger)}`,
      where,
      swagger === undefined
        ? 'Fix the version, as text such as "3.1.0".'
        : 'Convert it to OpenAPI 3 (the Swagger editor and swagger2openapi do it).',
    );
  const outside = outsideReference(document);
  if (outside !== undefined)
    throw invalid(
      'references inside the document (#/…) only',
      `$ref: ${outside}`,
      where,
      'Bundle the files first, for example with `redocly bundle`.',
    );
  const { valid, errors } = await (await sharedValidator()).validate(asObject(plainCopy(document)));
  if (!valid)
    throw invalid(
      `a valid document of OpenAPI ${openapi.slice(0, 3)}`,
      Array.isArray(errors)
        ? firstOf(errors.map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`))
        : String(errors),
      where,
      'Fix the part at that path in the document.',
    );
}

/** The first external reference; none is fetched. Values under `example`, `default` and `enum` are not references. */
function outsideReference(document: unknown): string | undefined {
  const open: unknown[] = [document];
  while (open.length > 0) {
    const value = open.pop();
    if (!isNested(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string' && !inner.startsWith('#')) return inner;
      if (!['example', 'examples', 'default', 'enum', 'const'].includes(key)) open.push(inner);
    }
  }
  return undefined;
}
