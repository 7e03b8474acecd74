import { mostRestrictive } from '../../../core/licences.js';
import type { MtuBenchManifest } from '../../../core/mtu-bench/manifest.js';
import { licenceNotice } from '../../mtu-bench/licence.js';
import { reviewedParts } from '../../mtu-bench/decided-by-people.js';
import { modelContributions } from '../../mtu-bench/made-by-models.js';
import type { WrittenSplit } from '../dataset-exporter.js';
import { datasetName } from '../dataset-name.js';
import { licenceText, table } from '../huggingface/card-parts.js';
import { reviewLines } from '../huggingface/review-text.js';
import { citation, sourceNames } from './names.js';
import { ownPart } from '../../../core/own-part.js';

/** Descriptions of the configs' rows. */
const ABOUT: Readonly<Record<string, string>> = {
  items: 'items in full: turns, gold calls, observations, responses, provenance',
  'S-S': 'one turn, one tool: `id`, `question`, `answer` as MTU-Bench reads them',
  'S-M': 'one turn, several tools',
  'M-S': 'dialogues with one tool, a row a user turn',
  'M-M': 'dialogues with several tools, a row a user turn',
  OOD: 'dialogues of topics that are nowhere else',
  tools: 'documents of the tools',
};

/** The card's body: content, creation, exclusions, licence, usage. */
export function cardText(
  manifest: MtuBenchManifest,
  splits: readonly WrittenSplit[],
  licences: ReadonlyMap<string, number>,
  paper: string,
): string {
  const sections = [
    `# ${datasetName(manifest)}`,
    `Tool-use data for language models: requests and dialogues of ${sourceNames(manifest)} with the tools that were offered, the calls that are right (gold), their results and the answers. Made by Benchwright ${manifest.product}.`,
    '## What is in it',
    table(
      ['config', 'split', 'rows', 'what a row is'],
      splits.map(({ config, split, rows }) => [config, split, String(rows), ownPart(ABOUT, config) ?? '']),
    ),
    'What differs in form from tool to tool (`answer`, `calls`, `observation`, `parameters` …) is a string of JSON. `manifest.json` has the digest of every file; `croissant.json` describes the columns for machines.',
    '## How it was made',
    howMade(manifest),
    '## What was left out',
    leftOut(manifest),
    '## Licence',
    licenceText(licenceNotice(mostRestrictive(licences.keys()), manifest), licences),
    `Please name: ${citation(manifest, paper)}.`,
    '## Loading it',
    '```python\nfrom datasets import load_dataset\n\nload_dataset("PATH", "M-S", split="test")\n```',
    '## Evaluating with it',
    'The configs `S-S`, `S-M`, `M-S`, `M-M` and `OOD` hold the records of MTU-Bench’s evaluation files: ask a model the `question` as it stands and compare with `answer` by MTU-Bench’s measures. With the export that this was made from, `benchwright score DIR --responses FILE` does so; FILE has a line `{"id": …, "response": …}` a record. Do not train on the splits `test` and `ood`.',
  ];
  return `${sections.join('\n\n')}\n`;
}

function howMade(manifest: MtuBenchManifest): string {
  const { settings, counts, seed, review, sources } = manifest;
  const byModels = modelContributions(manifest);
  const { clustering, split } = settings;
  const heldOut = counts.split.heldOut.length === 0 ? 'none' : counts.split.heldOut.join(', ');
  return [
    `By rule${byModels.length === 0 ? ', without a language model' : ', and by language models where that is said below'}: dialogues became turns with gold calls, observations and responses; thoughts were written from the dialogue acts. Every argument was traced to where its value came from, and every call checked against its tool’s document.`,
    '',
    ...sources.map(
      ({ name, shards }) =>
        `- source \`${name}\`: ${shards.length} files, ${shards.reduce((sum, { records }) => sum + records, 0)} dialogues`,
    ),
    `- tools: ${counts.clusters.before} became ${counts.clusters.after} (names clustered with ${clustering.embedder.kind} vectors, threshold ${clustering.threshold})`,
    ...[...byModels, ...reviewedParts(manifest)].map((change) => `- ${change}`),
    `- dialogues: ${counts.split.dialogues.train} train, ${counts.split.dialogues.test} test, ${counts.split.dialogues.ood} of held-out topics (${heldOut}); test share ${split.testShare}, near-duplicates (similarity ${split.nearDuplicate} and more) never on both sides`,
    `- "today" is ${settings.referenceDay}; up to ${settings.distractors} other tools offered beside an item’s own; seed ${seed}`,
    ...reviewLines(review, counts.review).map((line) => `- ${line}`),
  ].join('\n');
}

function leftOut({ counts }: MtuBenchManifest): string {
  const reasons = (what: string, by: Readonly<Record<string, number>>): string[] =>
    Object.entries(by).map(([reason, count]) => `- ${what}: ${count} (${reason})`);
  const lines = [
    ...reasons('dialogues set aside', counts.setAside),
    ...reasons('dialogues dropped', counts.dropped),
    ...reasons('items in no evaluation or training file', counts.notEvaluated),
    ...reasons('dialogues kept and flagged', counts.flagged),
  ];
  return [`Of ${counts.read} dialogues read, ${counts.converted} were converted.`, '', ...lines]
    .join('\n')
    .trimEnd();
}
