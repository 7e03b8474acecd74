import type { Licence } from '../../../core/licences.js';
import type { TEvalManifest } from '../../../core/t-eval/manifest.js';
import { modelsNotice, noticeText } from '../notice.js';

/** Ownership and conditions for redistribution. @param licence of the whole */
export const pathsNotice = (licence: Licence, { sources, models }: TEvalManifest): string =>
  noticeText(
    licence,
    [
      ...sources.map(
        ({ name: of, from, tools, apis }) =>
          `- of the documents of \`${of}\` (${from}: ${tools} tools, ${apis} APIs), which belong to the tools' owners;`,
      ),
      modelsNotice(models),
    ],
    {
      after: [
        'Documents of tools and responses of real services are in it; ask their owners before you pass it on.',
      ],
    },
  );
