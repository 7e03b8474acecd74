import { resolve } from 'node:path';
import { EXIT } from '../../../core/errors/catalogue.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { isAsNamed, describeComparison, type FilesComparison } from '../../../outputs/compare-files.js';
import { isAnswers, verifyAnswers } from '../../../outputs/ask/verify-answers.js';
import { isCorrections, verifyCorrections } from '../../../outputs/correct/verify-corrections.js';
import { isPublished, verifyPublished } from '../../../outputs/general/verify-published.js';
import { isPaths, verifyPaths } from '../../../outputs/t-eval/verify-paths.js';
import { isWhole, verifyExport, describeVerification } from '../../../outputs/verify-export.js';
import type { GlobalOptions } from '../../../app/context.js';
import { rebuildAnswers } from '../../../app/rebuild/rebuild-answers.js';
import { rebuildCorrections } from '../../../app/rebuild/rebuild-corrections.js';
import { rebuildPaths } from '../../../app/rebuild/rebuild-paths.js';
import { rebuildExport, type RebuildDifference } from '../../../app/rebuild/rebuild-export.js';
import { Terminal } from '../../text/terminal.js';

export interface VerifyOptions extends GlobalOptions {
  readonly rebuild?: boolean;
  /** For answers: the column that holds the text. */
  readonly column?: string;
  readonly source: readonly string[];
  /** Folder of the embedding model, for exports made with a local one. */
  readonly model?: string;
  /** Answers that it was built from (`ledger export`), for exports that models were asked for. */
  readonly ledger?: string;
  /** Folder of another schema, for exports made with one. */
  readonly schema?: string;
  /** Folder of prompts of the user's own, for exports made with some. */
  readonly prompts?: string;
}

/**
 * `verify DIR`: an export's files against its manifest; needs no store, no engine, no network. `--rebuild` also makes
 * it again from its sources and compares the bytes.
 */
export async function verifyCommand(folder: string, options: VerifyOptions): Promise<number> {
  const terminal = new Terminal(options.json === true);
  if (await isPublished(resolve(folder))) return verifyPublishedFolder(terminal, folder, options);
  if (await isAnswers(resolve(folder))) return verifyAskFolder(terminal, folder, options);
  if (await isPaths(resolve(folder))) return verifyTEvalFolder(terminal, folder, options);
  if (await isCorrections(resolve(folder))) return verifyCorrectFolder(terminal, folder, options);
  const found = await verifyExport(resolve(folder));
  const { manifest, ...lists } = found;
  const onProgress = (message: string): void => terminal.note(message);
  const rebuilt =
    options.rebuild === true
      ? await rebuildExport({
          folder: resolve(folder),
          manifest,
          sources: options.source,
          schema: options.schema === undefined ? undefined : resolve(options.schema),
          prompts: options.prompts === undefined ? undefined : resolve(options.prompts),
          ledger: options.ledger === undefined ? undefined : resolve(options.ledger),
          modelFolder: options.model === undefined ? undefined : resolve(options.model),
          onProgress,
        })
      : undefined;
  const whole = isWhole(found) && (rebuilt ?? []).length === 0;
  const lines = [
    `${folder}: whole; ${found.filesChecked} files are as the manifest says`,
    ...(rebuilt ? ['rebuilt from its sources: the same bytes'] : []),
  ];
  terminal.result({ folder, whole, ...lists, ...(rebuilt ? { rebuilt } : {}) }, whole ? lines : []);
  if (whole) return EXIT.ok;
  throw differs(folder, [...describeVerification(found), ...rebuiltOtherwise(rebuilt)], WRITE_AGAIN);
}

/** `verify DIR` of the answers of a run of `ask`. */
async function verifyAskFolder(terminal: Terminal, folder: string, options: VerifyOptions): Promise<number> {
  const { manifest, ...found } = await verifyAnswers(resolve(folder));
  const rebuilt =
    options.rebuild === true
      ? await rebuildAnswers({
          folder: resolve(folder),
          manifest,
          sources: options.source,
          ledger: options.ledger === undefined ? undefined : resolve(options.ledger),
          prompts: options.prompts === undefined ? undefined : resolve(options.prompts),
          column: options.column,
          onProgress: (message) => terminal.note(message),
        })
      : undefined;
  return tellVerified(terminal, folder, {
    ...{ found, rebuilt, files: manifest.files.length },
    from: 'its rows and answers',
  });
}

/** `verify DIR` of a run of `t-eval`. */
async function verifyTEvalFolder(
  terminal: Terminal,
  folder: string,
  { rebuild, ledger, prompts, model }: VerifyOptions,
): Promise<number> {
  const { manifest, ...found } = await verifyPaths(resolve(folder));
  const rebuilt =
    rebuild === true
      ? await rebuildPaths({
          ...{ folder: resolve(folder), manifest },
          ledger: ledger === undefined ? undefined : resolve(ledger),
          prompts: prompts === undefined ? undefined : resolve(prompts),
          modelFolder: model === undefined ? undefined : resolve(model),
          onProgress: (message) => terminal.note(message),
        })
      : undefined;
  return tellVerified(terminal, folder, {
    ...{ found, rebuilt, files: manifest.files.length },
    from: 'its tools, answers and decisions',
  });
}

/** `verify DIR` of a run of `correct`. */
async function verifyCorrectFolder(
  terminal: Terminal,
  folder: string,
  { rebuild, source }: VerifyOptions,
): Promise<number> {
  const { manifest, ...found } = await verifyCorrections(resolve(folder));
  const rebuilt =
    rebuild === true
      ? await rebuildCorrections({ folder: resolve(folder), manifest, sources: source })
      : undefined;
  return tellVerified(terminal, folder, {
    ...{ found, rebuilt, files: manifest.files.length },
    from: 'the published files and the decisions',
  });
}

const rebuiltOtherwise = (rebuilt: readonly RebuildDifference[] = []): string[] =>
  rebuilt.map(
    ({ path, expected, rebuilt: now }) =>
      `${path} is rebuilt otherwise (${expected} in the manifest, ${now} now)`,
  );

/** Says whether a folder is as its manifest says. @returns the exit code @throws EXPORT_DIFFERS */
function tellVerified(
  terminal: Terminal,
  folder: string,
  {
    found,
    rebuilt,
    files,
    from,
  }: {
    readonly found: FilesComparison;
    readonly rebuilt: readonly RebuildDifference[] | undefined;
    readonly files: number;
    /** What it was rebuilt from. */
    readonly from: string;
  },
): number {
  const whole = isAsNamed(found) && (rebuilt ?? []).length === 0;
  const lines = [
    `${folder}: whole; ${files} files are as the manifest says`,
    ...(rebuilt ? [`rebuilt from ${from}: the same bytes`] : []),
  ];
  terminal.result({ folder, whole, ...found, ...(rebuilt ? { rebuilt } : {}) }, whole ? lines : []);
  if (whole) return EXIT.ok;
  throw differs(folder, [...describeComparison(found), ...rebuiltOtherwise(rebuilt)], WRITE_AGAIN);
}

const WRITE_AGAIN =
  'Write the export again (`benchwright export NAME --out ANOTHER`) and compare, or keep this one as changed.';

/** `verify DIR` of what `publish` wrote. */
async function verifyPublishedFolder(
  terminal: Terminal,
  folder: string,
  { rebuild }: VerifyOptions,
): Promise<number> {
  if (rebuild === true)
    throw new BenchwrightError('USAGE', {
      expected: '--rebuild with the folder of an export',
      found: 'a published dataset, which is made from an export alone',
      where: folder,
      next: 'Rebuild the export; `benchwright publish EXPORT --out ANOTHER` gives the same bytes again.',
    });
  const { manifest, ...found } = await verifyPublished(resolve(folder));
  const whole = isAsNamed(found);
  const made = `${manifest.dataset.format}, made from the export whose manifest has SHA-256 ${manifest.madeFrom.slice(0, 12)}…`;
  terminal.result(
    { folder, whole, madeFrom: manifest.madeFrom, ...found },
    whole ? [`${folder}: whole; ${found.filesChecked} files are as the manifest says`, `  ${made}`] : [],
  );
  if (whole) return EXIT.ok;
  throw differs(
    folder,
    describeComparison(found),
    'Publish the export again (`benchwright publish EXPORT --out ANOTHER`) and compare, or keep this one as changed.',
  );
}

const differs = (where: string, found: readonly string[], next: string): BenchwrightError =>
  new BenchwrightError('EXPORT_DIFFERS', {
    expected: 'the files that the manifest names, unchanged',
    found: found.join('; '),
    where,
    next,
  });
