import type { Licence } from '../../../core/licences.js';
import type { TEvalManifest } from '../../../core/t-eval/manifest.js';

/** Ownership and conditions for redistribution. @param licence of the whole */
export function pathsNotice({ name, terms }: Licence, { sources, models }: TEvalManifest): string {
  const asked = new Set(Object.values(models.roles).map(({ provider, model }) => `${model} (${provider})`));
  return [
    'The files in this folder were made by Benchwright:',
    '',
    ...sources.map(
      ({ name: of, from, tools, apis }) =>
        `- of the documents of \`${of}\` (${from}: ${tools} tools, ${apis} APIs), which belong to the tools' owners;`,
    ),
    ...(models.rehearsal === true
      ? ['- by rule: it is a rehearsal, no model was asked.']
      : [`- by language models, under the terms of who provides them: ${[...asked].sort().join(', ')}.`]),
    '',
    `The whole is under ${name}: ${terms}`,
    'Documents of tools and responses of real services are in it; ask their owners before you pass it on.',
  ].join('\n');
}
