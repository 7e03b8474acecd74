import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMBEDDER_ROOT } from '../../core/embedder.js';
import { tEvalWorkItems } from './resolve/resolve-run.js';
import { guidelineOfExport } from '../../app/regenerate/exported-decisions.js';
import { sha256Hex } from '../../core/digest.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { asFrozen } from '../../core/model-config.js';
import type { RunTools } from '../../core/t-eval/annotation.js';
import { FACTS_FILE, GIVEN_TOOLS_FILE, TOOLS_FILE, type TEvalManifest } from '../../core/t-eval/manifest.js';
import { toolLibrarySchema } from '../../core/tool-library.js';
import { FACTS_DOCUMENT, GUIDELINE, TOOLS_DOCUMENT } from '../../store/documents.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { modelFolderOf, promptDocuments } from '../recorded.js';
import { parseJson, writeJson } from '../../core/json.js';

/** The run that the manifest describes, as a new run. */
export async function described(request: RebuildRequest, manifest: TEvalManifest): Promise<NewRun<'t-eval'>> {
  const { folder, prompts } = request;
  const modelFolder = await modelFolderOf(request, manifest.settings.embedder);
  const { counts: _counts, files: _files, inputs: _inputs, models, ...frozen } = manifest;
  const tools = await toolsOf(folder, manifest);
  const facts = await factsOf(folder, manifest);
  const guideline = await guidelineOfExport(folder);
  return {
    ...{ name: 'rebuild', out: 'rebuild', shards: [] },
    frozen: { ...frozen, format: RUN_FORMAT, models: asFrozen(models) },
    roots: modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder },
    documents: [
      { ...TOOLS_DOCUMENT, text: writeJson(tools) },
      ...(facts === undefined ? [] : [{ ...FACTS_DOCUMENT, text: facts }]),
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...promptDocuments(manifest.prompts, prompts),
    ],
    ...tEvalWorkItems(tools.tools, manifest.settings, manifest.seed),
  };
}

/** The tool library of an export, from the export. @throws REBUILD_INPUT_MISSING */
export async function toolsOf(folder: string, { sources, settings }: TEvalManifest): Promise<RunTools> {
  const file = settings.complete ? GIVEN_TOOLS_FILE : TOOLS_FILE;
  const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
  const read = text === undefined ? undefined : toolLibrarySchema.safeParse(parsed(text));
  const tools = read?.success === true ? { tools: read.data.tools } : undefined;
  if (tools && sha256Hex(writeJson(tools)) === sources[0]?.sha256) return tools;
  throw new BenchwrightError('REBUILD_INPUT_MISSING', {
    expected: `the tools that the export was made of (SHA-256 ${sources[0]?.sha256.slice(0, 12) ?? ''}…)`,
    found: text === undefined ? `no ${file} in the folder` : `another ${file}`,
    next: 'Put the file back as it was exported.',
  });
}

/** The facts of an export, from the export. @throws REBUILD_INPUT_MISSING */
export async function factsOf(
  folder: string,
  { settings: { facts } }: Pick<TEvalManifest, 'settings'>,
): Promise<string | undefined> {
  if (facts === undefined) return undefined;
  const text = await readFile(join(folder, FACTS_FILE), 'utf8').catch(() => undefined);
  if (text !== undefined && sha256Hex(text) === facts.sha256) return text;
  throw new BenchwrightError('REBUILD_INPUT_MISSING', {
    expected: `the facts that the export was made with (SHA-256 ${facts.sha256.slice(0, 12)}…)`,
    found: text === undefined ? `no ${FACTS_FILE} in the folder` : `another ${FACTS_FILE}`,
    next: 'Put the file back as it was exported.',
  });
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
