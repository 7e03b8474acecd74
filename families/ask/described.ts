import { givenSources, ROWS_NAMES } from '../../app/sources/parse-sources.js';
import type { AskManifest } from '../../core/ask/manifest.js';
import { askStageOf } from '../../core/ask/run.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { asFrozen } from '../../core/model-config.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { promptDocuments } from '../recorded.js';
import { readRowsAgain, rowsAsWorkItems } from '../rows.js';

/** The run that the manifest describes, as a new run. */
export async function described(
  { sources, prompts, column, home }: RebuildRequest,
  manifest: AskManifest,
): Promise<NewRun<'ask'>> {
  const { counts: _counts, files: _files, models, ...inputs } = manifest;
  const given = givenSources(sources, ROWS_NAMES);
  const rows = await readRowsAgain(manifest.sources, given, { column, home });
  return {
    name: 'rebuild',
    out: 'rebuild',
    frozen: { ...inputs, format: RUN_FORMAT, models: asFrozen(models) },
    roots: {},
    shards: [],
    documents: promptDocuments(manifest.prompts, prompts),
    workItems: rowsAsWorkItems(askStageOf(manifest.settings), rows),
  };
}
