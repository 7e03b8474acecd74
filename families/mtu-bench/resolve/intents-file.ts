import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { byText } from '../../../core/ids.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { utf8Text } from '../../../core/utf8-text.js';
import { parseYamlFile } from '../../../transforms/yaml-file.js';

const NEXT = 'Give a YAML list of tools by id, such as "- Alarm_1.*"; docs/mtu-bench.md shows one.';

/** The patterns in a file of intents to drop, unique and sorted. @throws USAGE */
export async function readIntents(file: string): Promise<string[]> {
  const text = await readFile(file)
    .then(utf8Text)
    .catch((error: unknown) => {
      const found = error instanceof Error ? error.message : String(error);
      throw new BenchwrightError('USAGE', {
        expected: 'a YAML list of intents',
        found,
        where: file,
        next: NEXT,
      });
    });
  const patterns = parseYamlFile(text, file, {
    schema: z.array(z.string().min(1)),
    expected: 'a YAML list of intents',
    fields: 'tools by id (service.intent; * for any letters)',
    invalid: (fault) => new BenchwrightError('USAGE', { ...fault, next: NEXT }),
  });
  return [...new Set(patterns)].sort(byText);
}
