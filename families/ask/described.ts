import { rowsAsSubjects } from './resolve/resolve-run.js';
import { givenSources, ROWS_NAMES } from '../../app/sources/parse-sources.js';
import type { AskManifest } from '../../core/ask/manifest.js';
import { askStageOf } from '../../core/ask/run.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { asFrozen } from '../../core/model-config.js';
import { PromptLibrary } from '../../prompts/library.js';
import { readRowsFile } from '../../sources/rows-file.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { missingInput, promptText } from '../recorded.js';

/** The run that the manifest describes, as if it had just been asked for. */
export async function described(
  { sources, prompts, column }: RebuildRequest,
  manifest: AskManifest,
): Promise<NewRun<'ask'>> {
  const { counts: _counts, files: _files, models, ...inputs } = manifest;
  const given = givenSources(sources, ROWS_NAMES);
  const library = PromptLibrary.open(prompts);
  const files = await Promise.all(
    manifest.sources.map(async ({ name, path, sha256 }) => {
      const file = given.get(name);
      if (file === undefined)
        throw missingInput(
          `the source "${name}" (${path})`,
          'no --source for it',
          `Add --source ${name}=FILE.`,
        );
      const found = await readRowsFile(file, column);
      if (found.sha256 !== sha256)
        throw missingInput(
          `${path} (SHA-256 ${sha256.slice(0, 12)}…)`,
          `another content (SHA-256 ${found.sha256.slice(0, 12)}…)`,
          'Give the file that the export was made from.',
        );
      return { source: name, file: { ...found, path } };
    }),
  );
  return {
    name: 'rebuild',
    out: 'rebuild',
    frozen: { ...inputs, format: RUN_FORMAT, models: asFrozen(models) },
    roots: {},
    shards: [],
    documents: manifest.prompts.map((prompt) => ({
      kind: 'prompt' as const,
      name: prompt.id,
      text: promptText(library, prompt),
    })),
    subjects: rowsAsSubjects(askStageOf(manifest.settings), files),
  };
}
